"""Encoders of the BERT family, read from their folder and run by ONNX Runtime, without torch."""
