"""Which trained models read pictures, and how are they run?"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import onnxruntime

Floats = npt.NDArray[np.float32]

# What the models are called where they come from: PP-OCR, by PaddleOCR, in RapidOCR's wheel.
DETECTOR = "PP-OCRv6_det_small.onnx"
RECOGNISER = "PP-OCRv6_rec_small.onnx"
DIRECTION = "ch_ppocr_mobile_v2.0_cls_mobile.onnx"


@dataclass(frozen=True, slots=True)
class Model:
    """One network: pictures in, numbers out."""

    session: onnxruntime.InferenceSession

    def run(self, batch: Floats) -> Floats:
        """Its only output for its only input."""
        name = self.session.get_inputs()[0].name
        output: Floats = self.session.run(None, {name: batch})[0]
        return output

    @property
    def notes(self) -> dict[str, str]:
        """What its makers put into the file."""
        notes: dict[str, str] = self.session.get_modelmeta().custom_metadata_map
        return notes


@dataclass(frozen=True, slots=True)
class Models:
    """`letters`: what the recogniser's classes stand for; the first is no letter at all."""

    detector: Model
    recogniser: Model
    direction: Model
    letters: tuple[str, ...]


def load_models(folder: Path, threads: int = 2) -> Models:
    """From files alone: nothing is fetched, nothing is written."""
    detector, recogniser, direction = (
        _load(folder / name, threads) for name in (DETECTOR, RECOGNISER, DIRECTION)
    )
    letters = recogniser.notes["character"].splitlines()
    return Models(detector, recogniser, direction, ("", *letters, " "))


def _load(path: Path, threads: int) -> Model:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = False  # what a large page took would be kept for ever
    options.log_severity_level = 4
    # A thread that waits must not take the time of one that works.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return Model(
        onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    )


def as_input(pixels: npt.NDArray[np.uint8]) -> Floats:
    """A picture (rows, columns, red-green-blue) as the models were trained on: blue first."""
    scaled = pixels[:, :, ::-1].astype(np.float32) / 127.5 - 1.0
    return np.ascontiguousarray(scaled.transpose(2, 0, 1))
