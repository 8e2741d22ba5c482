// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <string>

#include "output/hdf5/hdf5.hpp"

namespace eagre::output {

/// Whether ranks are to collect what others write (cb_nodes and others that begin with cb_, romio_cb_write,
/// collective_buffering); otherwise each writes by itself.
bool asksForAggregators(const hdf5::Hints& hints);

/// MPI-IO's hints for a new file of about so many bytes: those that are given, and where they are not, striping_factor and
/// striping_unit (disks of a Lustre file system, and bytes on each before the next): a stripe for each 64 MiB, as a power of two
/// from 1 to 32, of 1 MiB; and, if aggregators are asked for, cb_nodes, one for each stripe. Source: table 3 of
/// Bethune et al., "Developing a scalable and flexible high-resolution DNS code for two-phase flows": arrays of 11 million
/// points, by our estimate 0.4 GB per file, are written fastest on 8 stripes by any number of ranks from 24 to 6,144; on 1 and on
/// 48 it takes up to twice as long.
hdf5::Hints mpiHints(std::int64_t bytes, int ranks, const hdf5::Hints& given);

/// Why ranks that write together with these hints may wait for one another without end, and what to do; empty: nothing is known.
/// OpenMPI's default for collective writes (component vulcan of fcoll, 4.1.4) does so for aggregators that are fewer than the
/// ranks.
std::string hintsProblem(const hdf5::Hints& hints);

}  // namespace eagre::output
