// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "comm/methods.hpp"

/// Which form of conjugate gradients `solver auto` stands for, from what one iteration costs on the machine and case at hand.
namespace eagre::linear {

/// PCG, CGCG, PPCG, OFPiPePCG, OFRePiPePCG, SStepPCG.
const std::vector<std::string>& krylovForms();

/// Whether a form starts sums and works on while they are on their way.
bool startsSums(const std::string& form);

/// What the parts of a solve take, the slowest rank's [s].
struct KrylovTimes {
  double iterations = 0;                ///< of a solve with PCG
  double replacements = 0;              ///< of the residual in such a solve, where a pipelined form does it
  int reductions = 2;                   ///< of an iteration of PCG
  double iteration = 0;                 ///< of PCG, with its reductions
  double reduction = 0;                 ///< that is waited for
  double computation = 0;               ///< a preconditioner and a product
  std::array<double, 2> pending{0, 0};  ///< the same with a sum on its way beneath, by comm::PendingMethod
  double byte = 0;                      ///< to move a byte for each cell of a rank
  bool pipelines = true;                ///< the preconditioner is a linear one
};

struct KrylovChoice {
  std::string form = "PCG";
  comm::PendingMethod pending = comm::PendingMethod::iallreduce;
  double seconds = 0;  ///< expected of a solve
};

/// A form must be expected, and then found, to need less than this share of PCG's time.
inline constexpr double worthwhile = 0.95;

/// Whether a form without any reductions could need less than that share: else nothing more need be measured.
bool mayGain(const KrylovTimes& times, double share = worthwhile);

/// The form that is expected to be fastest, PCG unless another needs less than that share of its time. `pending`: the ways of
/// sums there are to choose from. With n iterations, R replacements, t an iteration of PCG, t_r a reduction, t_c the computation,
/// h what is seen of a sum that is on its way beneath it and t_b a byte a cell, a solve takes
///
///   PCG        n t
///   CGCG       n (t - t_r + 24 t_b) + t_c
///   PPCG       n (t - 2 t_r + h + 64 t_b) + 2 (1 + R) t_c
///   SStepPCG   (n + (s - 1)/2) (t - 2 t_r + (t_r + h)/s + (16 + 16/s) t_b), s = 4
///
/// where bytes are those beyond PCG's 88 (docs/krylov.md), a pipeline is filled with two more of t_c and replaces with as many,
/// and s steps at a time go (s - 1)/2 too far on average. OFPiPePCG and OFRePiPePCG are left to those who name them.
KrylovChoice chooseKrylov(const KrylovTimes& times, std::span<const comm::PendingMethod> pending, double share = worthwhile);

/// What `auto` stands for in one run, asked for by its user, recorded by a dump, or measured; and what solvers have found out by
/// trying. The same on all ranks. Kept in dumps, as a run that continues another has to begin with it.
struct KrylovChoices {
  std::string pinned = "auto";  ///< a form for all
  double share = worthwhile;    ///< of PCG's time
  bool choosePending = false;   ///< the way of pending sums may be changed with the form
  /// By field and preconditioner ("p_rgh.multigrid"): the form; "" where nothing is decided.
  std::map<std::string, std::string> forms;
  /// By field and method ("U.GaussSeidel"): what has taken over for good from a method that was slow or broke down; "" where
  /// nothing has. "p.fast": "named" where the method that the case names has.
  std::map<std::string, std::string> takenOver;
  std::vector<std::string> notes;                              ///< what was measured and chosen, in words
  std::function<void(const std::string&)> say = [](auto&) {};  ///< where notes go too
};

}  // namespace eagre::linear
