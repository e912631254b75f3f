// Shows that it is one's turn where a page may not do so itself (on a phone), and leads back to the table.
self.addEventListener("notificationclick", (event) => {
  const { notification } = event;
  notification.close();
  const back = async () => {
    const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const open = windows.find((one) => one.url.split("#")[0] === notification.data);
    return open ? open.focus() : self.clients.openWindow(notification.data);
  };
  event.waitUntil(back());
});
