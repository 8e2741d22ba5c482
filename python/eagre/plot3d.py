# SPDX-License-Identifier: BSD-3-Clause
"""The interface of a case in 3D: the lit surface of one phase with the walls around it.

    eagre plot CASE --view 3d [--time 0.3]

The surface is where the volume fraction, averaged on the points of the mesh, is 0.5, and the wet part of the boundary. Its colour is
computed on its points: light that has passed through the liquid is absorbed along the refracted ray (Beer and Lambert), the rest is the
reflected sky by Fresnel's law in the form of Schlick, Computer Graphics Forum 13 (1994) 233. Symmetry planes are mirrored.
"""
import dataclasses
import pathlib
import re

import numpy as np

from eagre.case import CaseError

try:
    import pyvista as pv
    import vtk
except ImportError:
    pv = None

MISSING = "pictures in 3D need PyVista, which is not installed: python -m pip install pyvista"
REFRACTION = 1.33                                     # index of water against air
ABSORBED = np.array([1.0, 0.42, 0.26])                # of red, green and blue, relative to red
SCATTERED = np.array([0.03, 0.23, 0.38])              # colour of deep water
HORIZON, ZENITH, GROUND = np.array([[0.95, 0.97, 0.99], [0.52, 0.70, 0.89], [0.70, 0.72, 0.74]])


@dataclasses.dataclass
class Look:
    """How a picture is taken. Angles in degrees, lengths in m; None: chosen from the case."""

    azimuth: float = -60          # of the camera, about the vertical axis
    elevation: float = 25         # of the camera above the horizontal plane
    up: int = 2                   # the vertical axis: 0, 1 or 2
    level: float = 0.5            # of the volume fraction
    depth: float | None = None    # of water in which the red light falls to 1/e
    gas: bool = False             # the surface of the other phase, as bubbles: without the wet boundary
    tint: tuple = tuple(SCATTERED)
    opaque: bool = False          # nothing is seen through the surface, whose colour runs from the tint to a lighter one upwards
    lying: bool = False           # the picture is turned by a quarter, for what is tall and thin
    walls: bool = True            # the tank; bodies within it are always drawn
    keep: tuple | None = None     # bounds (x0, x1, y0, y1, z0, z1) of what is drawn
    width: int = 1600             # of the picture, in pixels
    margin: float = 0.02          # around what is drawn, of the width


@dataclasses.dataclass
class Scene:
    """The cells of one time with the volume fraction `phase` on points, and the patches that are walls."""

    volume: object
    walls: list
    planes: list                  # (axis, position) of symmetry planes


def wall_patches(case):
    """Names of the patches of constant/polyMesh/boundary by their types: walls, symmetry planes."""
    boundary = pathlib.Path(case) / "constant" / "polyMesh" / "boundary"
    types = dict(re.findall(r"([^\s{}()]+)\s*\{[^}]*?\btype\s+(\w+)\s*;", boundary.read_text(errors="replace"))) if boundary.exists() else {}
    return [n for n, t in types.items() if t == "wall"], [n for n, t in types.items() if t in ("symmetryPlane", "symmetry")]


def read(case, time):
    """The Scene of a time [s] of an OpenFOAM case: from its time directory, else from its dump.

    Raises CaseError if there is no volume fraction or PyVista is missing."""
    if pv is None:
        raise CaseError(MISSING)
    case = pathlib.Path(case).resolve()
    walls, symmetric = wall_patches(case)
    series = case / "dumps" / f"{case.name}.vtkhdf.series"
    if any(_is_time(d.name, time) for d in case.iterdir() if d.is_dir()):
        reader = vtk.vtkOpenFOAMReader()
        reader.SetFileName(str(case / "system" / "controlDict"))
        reader.SkipZeroTimeOff()
        reader.UpdateInformation()
        reader.EnableAllPatchArrays()
        reader.CreateCellToPointOff()
        reader.UpdateTimeStep(time)
        blocks = pv.wrap(reader.GetOutput())
        volume, patches = blocks["internalMesh"], blocks["boundary"]
        patches = {name: patches[name] for name in patches.keys()}
    elif series.exists():
        reader = pv.get_reader(series)
        reader.set_active_time_value(time)
        volume = reader.read()
        volume = volume.combine() if isinstance(volume, pv.MultiBlock) else volume
        patches = {}
        if (xdmf := series.with_name(f"{case.name}.patches.xdmf")).exists():
            reader = pv.get_reader(xdmf)
            reader.set_active_time_value(time)
            blocks = reader.read()
            patches = {name: blocks[name] for name in blocks.keys()}
    else:
        raise CaseError(f"{case.name}: no time t = {time:g} s")
    alpha = next((n for n in volume.cell_data if n.startswith("alpha.")), None)
    if alpha is None:
        raise CaseError(f"{case.name}: no volume fraction at t = {time:g} s; --view 3d draws the interface of two phases")
    planes = []
    for name in symmetric:
        bounds = np.reshape(patches[name].bounds, (3, 2)) if name in patches and patches[name].n_cells else np.array([[0, 1]] * 3)
        flat = [axis for axis in range(3) if np.ptp(bounds[axis]) < 1e-6 * volume.length]
        planes += [(axis, bounds[axis, 0]) for axis in flat if not any(axis == a for a, _ in planes)]
    volume.cell_data["phase"] = np.asarray(volume.cell_data[alpha], dtype=float)
    walls = [patches[n].extract_surface(algorithm="dataset_surface") for n in walls if n in patches]
    return Scene(volume.cell_data_to_point_data(pass_cell_data=False), walls, planes)


def of_channel(directory, time):
    """The Scene of a two-layer channel at the fields that are nearest to a time [H/V]: the phase is where the level set is positive."""
    from eagre import channel

    if pv is None:
        raise CaseError(MISSING)
    snapshots = [channel.Snapshot(file) for file in sorted(pathlib.Path(directory).glob("fields_*.nc"))]
    if not snapshots:
        raise CaseError(f"{directory}: no fields_*.nc")
    one = min(snapshots, key=lambda s: abs(s.time - time))
    grid = pv.RectilinearGrid(*(np.asarray(one.values[a], dtype=float) for a in "xyz"))
    grid.point_data["phase"] = np.clip(0.5 + one.values["phi"].ravel() / (4 * np.diff(one.values["x"])[0]), 0, 1)
    plates = []
    for z, direction in ((0, -1), (1, 1)):
        plates.append(pv.Plane(center=(grid.center[0], grid.center[1], grid.bounds[4 + z]), direction=(0, 0, direction),
                               i_size=grid.bounds[1] - grid.bounds[0], j_size=grid.bounds[3] - grid.bounds[2]))
    return Scene(grid, plates, [])


def _is_time(name, time):
    try:
        return abs(float(name) - time) < 1e-9 * max(1, abs(time))
    except ValueError:
        return False


def mirrored(surface, planes):
    """The surface with its images behind the planes (axis, position)."""
    for axis, position in planes:
        normal = np.eye(3)[axis]
        image = surface.reflect(normal, point=position * normal).flip_faces()
        surface = surface.append_polydata(image).clean(tolerance=1e-7)
    return surface


def interface(scene, look):
    """The surface of the phase in two parts, where it is an interface and where it wets the boundary: triangles whose normals point
    out of the phase."""
    volume = scene.volume
    curved = volume.contour([look.level], scalars="phase", compute_normals=False).triangulate()
    parts = []
    if curved.n_cells:
        curved = mirrored(curved, scene.planes).clean(tolerance=1e-7).smooth_taubin(n_iter=15, pass_band=0.1, boundary_smoothing=False)
        parts.append(_with_normals(curved))
    if not look.gas:
        skin = volume.extract_surface(algorithm="dataset_surface").triangulate()
        skin = skin.extract_cells(_on(scene.volume, skin, except_for=scene.planes)).extract_surface(algorithm="dataset_surface")
        wet = skin.clip_scalar(scalars="phase", value=look.level, invert=False)
        if wet.n_cells:
            parts.append(_with_normals(mirrored(wet.triangulate(), scene.planes), split_vertices=True, feature_angle=30))
    return parts


def _on(volume, surface, except_for=()):
    """Which faces of a surface lie on the bounds of the mesh."""
    centres, small = surface.cell_centers().points, 1e-5 * volume.length
    sides = [(axis, position) for axis, of in enumerate(np.reshape(volume.bounds, (3, 2))) for position in of]
    sides = [side for side in sides if not any(side[0] == axis and abs(side[1] - at) < small for axis, at in except_for)]
    return np.any([abs(centres[:, axis] - position) < small for axis, position in sides], axis=0)


def _with_normals(surface, **options):
    return surface.compute_normals(cell_normals=False, consistent_normals=False, auto_orient_normals=False, **options)


class Liquid:
    """Where the phase is: a look-up in a lattice of points."""

    def __init__(self, scene, points=400000):
        low, high = np.reshape(scene.volume.bounds, (3, 2)).T
        self.spacing = (np.prod(high - low) / points) ** (1 / 3)
        size = np.maximum(2, np.ceil((high - low) / self.spacing).astype(int))
        self.low, self.high, self.planes = low, high, scene.planes
        image = pv.ImageData(dimensions=size, spacing=(high - low) / size, origin=low + (high - low) / size / 2)
        values = image.sample(scene.volume, pass_cell_data=False, pass_point_data=False).point_data["phase"].reshape(size[::-1])
        self.wet = np.clip(values, 0, 1)
        self.size = size
        self.volume = self.wet.mean() * np.prod(high - low)

    def along(self, points, directions):
        """How far [m] each ray runs through the phase."""
        length = np.zeros(len(points))
        at = points.copy()
        for _ in range(int(np.linalg.norm(self.high - self.low) / self.spacing) + 1):
            at += self.spacing * directions
            folded = at.copy()
            for axis, position in self.planes:
                side = 1 if position <= self.low[axis] + 1e-9 else -1
                folded[:, axis] = position + side * abs(folded[:, axis] - position)
            cell = np.floor((folded - self.low) / (self.high - self.low) * self.size).astype(int)
            within = ((cell >= 0) & (cell < self.size)).all(axis=1)
            if not within.any():
                break
            cell = cell[within]
            length[within] += self.spacing * self.wet[cell[:, 2], cell[:, 1], cell[:, 0]]
        return length


def sky(directions, up):
    """Colour of the sky that is seen in these directions."""
    height = directions[:, up, None]
    above = HORIZON + (ZENITH - HORIZON) * np.clip(height, 0, 1) ** 0.6
    below = HORIZON + (GROUND - HORIZON) * np.clip(-4 * height, 0, 1)
    return np.where(height > 0, above, below)


def shade(surface, eye, liquid, look, background=0.96):
    """Colour and opacity of the points of the surface, as red, green, blue and opacity between 0 and 1."""
    normals = surface.point_data["Normals"]
    view = surface.points - eye
    view /= np.linalg.norm(view, axis=1)[:, None]
    cosine = -np.sum(view * normals, axis=1)
    normals = np.where(cosine[:, None] < 0, -normals, normals)
    cosine = abs(cosine)[:, None]
    mirror = view + 2 * cosine * normals
    reflectance = 0.04 + 0.96 * (1 - cosine) ** 4
    ratio = 1 / REFRACTION
    refracted = ratio * view + (ratio * cosine - np.sqrt(1 - ratio**2 * (1 - cosine**2))) * normals
    if look.opaque:
        height = surface.points[:, look.up, None]
        part = (height - height.min()) / max(np.ptp(height), 1e-30)
        own = np.array(look.tint) + (np.array([0.55, 0.78, 0.93]) - np.array(look.tint)) * part
        colour = reflectance * sky(mirror, look.up) + (1 - reflectance) * own
        return np.hstack([np.clip(colour, 0, 1), np.ones_like(cosine)])
    if look.gas:
        through = np.full(len(view), 0.35) / np.maximum(cosine[:, 0], 0.25)
        reflectance = 0.12 + 0.88 * (1 - cosine) ** 3
    else:
        depth = look.depth or 0.35 * liquid.volume ** (1 / 3)
        through = liquid.along(surface.points, refracted) / depth
    passed = np.exp(-through[:, None] * ABSORBED)
    seen = passed * background + (1 - passed) * np.array(look.tint)
    opacity = np.clip(1 - passed.mean(axis=1)[:, None], 0.25, 1)
    own = np.clip((seen - (1 - opacity) * background) / opacity, 0, 1)
    total = reflectance + (1 - reflectance) * opacity
    colour = (reflectance * sky(mirror, look.up) + (1 - reflectance) * opacity * own) / total
    return np.hstack([np.clip(colour, 0, 1), total])


def camera(bounds, look):
    """Position, focus and view-up of a camera far away that looks at the middle of the bounds."""
    low, high = np.reshape(bounds, (3, 2)).T
    middle, size = (low + high) / 2, np.linalg.norm(high - low)
    a, e = np.radians([look.azimuth, look.elevation])
    flat = [i for i in range(3) if i != look.up]
    if look.up == 1:
        flat = flat[::-1]
    direction = np.zeros(3)
    direction[flat[0]], direction[flat[1]], direction[look.up] = np.cos(e) * np.cos(a), np.cos(e) * np.sin(a), np.sin(e)
    return middle + 2.6 * size * direction, middle, np.eye(3)[look.up]


def solids(scene):
    """Walls of the tank, which lie on the bounds of the mesh, and bodies within it."""
    tank, bodies = [], []
    for wall in scene.walls:
        outside = _on(scene.volume, wall)
        for where, parts in ((outside, tank), (~outside, bodies)):
            if where.any():
                part = wall.extract_cells(where).extract_surface(algorithm="dataset_surface")
                part.clear_data()
                parts.append(mirrored(part, scene.planes).compute_normals(split_vertices=True, feature_angle=40, consistent_normals=False,
                                                                         auto_orient_normals=False))
    return tank, bodies


def shadow(bounds, up):
    """A soft shadow below what is drawn: a plane with colour and opacity."""
    low, high = np.reshape(bounds, (3, 2)).T
    flat = [i for i in range(3) if i != up]
    reach = 0.3 * max(high[flat] - low[flat])
    n = 160
    axes = [np.linspace(low[i] - reach, high[i] + reach, n) for i in flat]
    a, b = np.meshgrid(*axes, indexing="ij")
    beside = [np.maximum(np.maximum(low[i] - x, x - high[i]), 0) for i, x in zip(flat, (a, b))]
    dark = 0.30 * np.exp(-(np.hypot(*beside) / (0.35 * reach)) ** 2 * 1.2)
    grid = [None] * 3
    grid[flat[0]], grid[flat[1]] = a, b
    grid[up] = np.full_like(a, low[up] - 0.012 * np.linalg.norm(high - low))
    plane = pv.StructuredGrid(*[g[:, :, None] for g in grid])
    plane.point_data["rgba"] = np.hstack([np.full((n * n, 3), 0.25), dark.ravel(order="F")[:, None]])
    return plane


def lights(plotter, eye, middle, up):
    side = np.cross(up, eye - middle)
    size = np.linalg.norm(eye - middle)
    side /= np.linalg.norm(side)
    plotter.remove_all_lights()
    for place, strength in ((middle + 0.5 * (eye - middle) + size * (0.8 * up - 0.35 * side), 0.7), (eye + 0.6 * size * side, 0.4)):
        plotter.add_light(pv.Light(position=place, focal_point=middle, intensity=strength, light_type="scene light"))
    plotter.add_light(pv.Light(position=middle + size * up, focal_point=middle, intensity=0.22, light_type="scene light"))


def render(scene, look=Look()):
    """The picture as an array [height, width, 3] of bytes, larger than the look's width."""
    parts = interface(scene, look)
    tank, bodies = solids(scene)
    tank = tank if look.walls else []
    bounds = np.array(scene.volume.bounds if tank else pv.MultiBlock([*parts, *bodies]).bounds)
    for axis, position in scene.planes:
        low, high = bounds[2 * axis:2 * axis + 2]
        bounds[2 * axis:2 * axis + 2] = min(low, 2 * position - high), max(high, 2 * position - low)
    if look.keep:
        bounds = np.array(look.keep)
        parts, tank, bodies = (_within(some, bounds) for some in (parts, tank, bodies))
    eye, middle, up = camera(bounds, look)
    plotter = pv.Plotter(off_screen=True, window_size=(round(1.5 * look.width), round(1.2 * look.width)))
    plotter.set_background("white")
    lights(plotter, eye, middle, up)
    for wall in tank:
        plotter.add_mesh(wall, color="#eef0f1", culling="front", smooth_shading=False, specular=0, ambient=0.72, diffuse=0.32)
    for body in bodies:
        plotter.add_mesh(body, color="#c4c6c9", smooth_shading=True, specular=0, ambient=0.35, diffuse=0.7)
    if tank:
        plotter.add_mesh(shadow(bounds, look.up), scalars="rgba", rgba=True, lighting=False)
    liquid = None if look.gas else Liquid(scene)
    for part in parts:
        part.point_data["rgba"] = shade(part, eye, liquid, look)
        for culled in (False,) if look.opaque else ("back", "front") if look.gas else ("back",):  # of a bubble, what is behind is drawn first
            plotter.add_mesh(part.copy(), scalars="rgba", rgba=True, culling=culled, smooth_shading=True, ambient=0.6, diffuse=0.5, specular=0.8,
                             specular_power=70)
    if look.opaque or (bodies and not look.gas):
        plotter.enable_ssao(radius=0.04 * scene.volume.length, bias=0.002 * scene.volume.length, kernel_size=96, blur=True)
    plotter.camera_position = [eye, middle, up]
    plotter.camera.view_angle = 24
    plotter.reset_camera(bounds=bounds)
    picture = plotter.screenshot(None, return_img=True)
    plotter.close()
    return picture


def _within(surfaces, bounds):
    cut = (one.clip_box(bounds, invert=False).extract_surface(algorithm="dataset_surface") for one in surfaces)
    return [one for one in cut if one.n_cells]


def frame(picture, margin):
    """Left, top, right and bottom of what is not background, with a margin (a part of the width)."""
    ink = np.where((picture < 248).any(axis=2))
    (top, bottom), (left, right) = ((i.min(), i.max() + 1) for i in ink)
    edge = int(margin * (right - left))
    height, width = picture.shape[:2]
    return max(0, left - edge), max(0, top - edge), min(width, right + edge), min(height, bottom + edge)


def save(picture, path, look, box=None):
    """Writes what is within the box (default: all that is not background), look.width pixels wide: PNG, JPEG or WebP by the ending."""
    from PIL import Image

    image = Image.fromarray(picture).crop(box or frame(picture, look.margin))
    if look.lying:
        image = image.transpose(Image.Transpose.ROTATE_90)
    image.resize((look.width, round(image.height * look.width / image.width)), Image.Resampling.LANCZOS).save(path, quality=86, optimize=True)


def plot(case, times, progress, look=Look()):
    """`eagre plot --view 3d`: one PNG for each of these times [s] of an eagre.case.Case in CASE/pictures. Returns their paths."""
    target = case.directory / "pictures"
    files, box = [], None
    for number, time in enumerate(times, 1):
        picture = render(read(case.directory, time), look)
        box = box or frame(picture, look.margin)
        target.mkdir(exist_ok=True)
        files.append(target / f"{case.name}_3d_{time:g}.png")
        save(picture, files[-1], look, box)
        progress(number, len(times))
    return files
