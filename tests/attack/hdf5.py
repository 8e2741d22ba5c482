# SPDX-License-Identifier: BSD-3-Clause
"""Changes of HDF5 files that give them valid structures and hostile content: links, attributes, names. Through the library that comes with
the Python package netCDF4."""
import ctypes
import glob
import os

import netCDF4

_libraries = glob.glob(os.path.join(os.path.dirname(netCDF4.__path__[0]), "netcdf4.libs", "libhdf5-*.so*"))
_library = ctypes.CDLL(_libraries[0]) if _libraries else None
available = _library is not None
if available:
    for _name in ("H5Fopen", "H5Oopen", "H5Screate", "H5Screate_simple", "H5Acreate2", "H5Tcopy", "H5Dcreate2", "H5Dopen2", "H5Dget_space",
            "H5Sget_simple_extent_npoints", "H5Pcreate", "H5Gcreate2", "H5Gopen2"):
        getattr(_library, _name).restype = ctypes.c_int64
    _library.H5open()
    _library.H5Eset_auto2(ctypes.c_int64(0), None, None)


def _type(name):
    return ctypes.c_int64(ctypes.c_int64.in_dll(_library, f"H5T_{name}_g").value)


def _id(number):
    return ctypes.c_int64(number)


class File:
    """A file that is changed. What HDF5 refuses is left out: the file is then less hostile than was meant."""

    def __init__(self, path):
        self.file = _library.H5Fopen(str(path).encode(), ctypes.c_uint(1), _id(0))

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        _library.H5Fclose(_id(self.file))

    def remove(self, name):
        _library.H5Ldelete(_id(self.file), name.encode(), _id(0))

    def move(self, name, to):
        _library.H5Lmove(_id(self.file), name.encode(), _id(self.file), to.encode(), _id(0), _id(0))

    def soft_link(self, name, target):
        _library.H5Lcreate_soft(target.encode(), _id(self.file), name.encode(), _id(0), _id(0))

    def hard_link(self, name, target):
        _library.H5Lcreate_hard(_id(self.file), target.encode(), _id(self.file), name.encode(), _id(0), _id(0))

    def external_link(self, name, file, target):
        _library.H5Lcreate_external(file.encode(), target.encode(), _id(self.file), name.encode(), _id(0), _id(0))

    def group(self, name):
        _library.H5Gclose(_id(_library.H5Gcreate2(_id(self.file), name.encode(), _id(0), _id(0), _id(0))))

    def data(self, name, shape):
        """A data set of reals without values; it takes no room, whatever its shape."""
        dimensions = (ctypes.c_uint64 * len(shape))(*shape)
        chunk = (ctypes.c_uint64 * len(shape))(*[min(n, 1024) for n in shape])
        space = _library.H5Screate_simple(len(shape), dimensions, None)
        create = _library.H5Pcreate(_id(ctypes.c_int64.in_dll(_library, "H5P_CLS_DATASET_CREATE_ID_g").value))
        _library.H5Pset_chunk(_id(create), len(shape), chunk)
        data = _library.H5Dcreate2(_id(self.file), name.encode(), _type("IEEE_F64LE"), _id(space), _id(0), _id(create), _id(0))
        for close, number in (("H5Dclose", data), ("H5Pclose", create), ("H5Sclose", space)):
            getattr(_library, close)(_id(number))

    def attribute(self, name, attribute, value):
        """Replaces an attribute: a text, a real or an integer."""
        at = _library.H5Oopen(_id(self.file), name.encode(), _id(0))
        _library.H5Adelete(_id(at), attribute.encode())
        kind = _type("IEEE_F64LE" if isinstance(value, float) else "STD_I64LE")
        buffer = ctypes.c_double(value) if isinstance(value, float) else ctypes.c_int64(value) if isinstance(value, int) else None
        if buffer is None:
            text = value.encode("utf-8", "surrogateescape")
            kind = _id(_library.H5Tcopy(_type("C_S1")))
            _library.H5Tset_size(kind, ctypes.c_size_t(max(1, len(text))))
            buffer = ctypes.create_string_buffer(text, len(text) + 1)
        space = _library.H5Screate(0)
        created = _library.H5Acreate2(_id(at), attribute.encode(), kind, _id(space), _id(0), _id(0))
        _library.H5Awrite(_id(created), kind, ctypes.byref(buffer))
        for close, number in (("H5Aclose", created), ("H5Sclose", space), ("H5Oclose", at)):
            getattr(_library, close)(_id(number))

    def fill(self, name, value):
        """Gives all values of a data set of reals this one."""
        data = _library.H5Dopen2(_id(self.file), name.encode(), _id(0))
        space = _library.H5Dget_space(_id(data))
        count = max(0, _library.H5Sget_simple_extent_npoints(_id(space)))
        _library.H5Dwrite(_id(data), _type("IEEE_F64LE"), _id(0), _id(0), _id(0), (ctypes.c_double * count)(*[value] * count))
        _library.H5Sclose(_id(space))
        _library.H5Dclose(_id(data))
