"""What is handed in, in whatever form a platform hands it out: archives, names, encodings."""
