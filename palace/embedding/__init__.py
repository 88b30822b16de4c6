"""The only package that knows onnxruntime and tokenizers: texts to vectors, and the nearest among them."""
