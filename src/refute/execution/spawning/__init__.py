"""Starting programs quickly, many times, each as if it were the first."""
