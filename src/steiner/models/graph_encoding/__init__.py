"""From a textual graph to vectors: tensors, graph encoder, pooling, soft prompt, aligner."""
