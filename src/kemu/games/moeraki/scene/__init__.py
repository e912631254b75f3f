"""What people see: pictures and words."""
