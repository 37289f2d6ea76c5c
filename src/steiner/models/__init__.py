"""From a textual graph to a soft prompt: tensors, graph encoder, projector."""
