/** Whether the browser supports desktop notifications and has not asked the user for permission yet. */
export const canRequestNotifications = (): boolean => 'Notification' in window && Notification.permission === 'default'

/** Asks the user for permission. Call it in a click handler: browsers ignore it otherwise. */
export async function requestNotifications(): Promise<void> {
  await Notification.requestPermission()
}

/** How long a notification is shown. */
const NOTIFICATION_MS = 3000

/** Shows a desktop notification if permitted and the page is not visible. */
export function notifyOnDesktop(title: string): void {
  if (!document.hidden || !('Notification' in window) || Notification.permission !== 'granted') return
  const notification = new Notification(title)
  notification.onclick = () => {
    window.focus()
    notification.close()
  }
  setTimeout(() => notification.close(), NOTIFICATION_MS)
}
