/** Whether the browser would ask when desktop notifications are wanted: it has not been asked yet, and has them at all. */
export const canRequestNotifications = (): boolean => 'Notification' in window && Notification.permission === 'default'

/** Asks for desktop notifications. For the answer to a click: browsers refuse to ask otherwise. */
export async function requestNotifications(): Promise<void> {
  await Notification.requestPermission()
}

/** How long a notice stays on the desktop. */
const NOTICE_MS = 3000

/** Tells of something on the desktop, where that is permitted, to those who are looking at something else. */
export function notifyOnDesktop(title: string): void {
  if (!document.hidden || !('Notification' in window) || Notification.permission !== 'granted') return
  const notice = new Notification(title)
  notice.onclick = () => {
    window.focus()
    notice.close()
  }
  setTimeout(() => notice.close(), NOTICE_MS)
}
