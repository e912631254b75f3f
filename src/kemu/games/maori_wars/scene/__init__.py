"""What people see of Maori Wars."""
