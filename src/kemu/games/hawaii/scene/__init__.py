"""What people see: pictures, panels and words."""
