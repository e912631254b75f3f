// Where this server stands: "" for the whole host, "/kemu" below a path of somebody else's (`kemu serve --base-path`).
export const root = document.documentElement.dataset.root ?? "";
