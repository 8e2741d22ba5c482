# SPDX-License-Identifier: BSD-3-Clause
"""Cases from Python (eagre.Case), plots and tools around the eagre program."""
from eagre.case import Case, CaseError
from eagre.dictionary import DictionaryError

__all__ = ["Case", "CaseError", "DictionaryError"]
