/** Whether this machine has a command key. */
export const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** What the key is called on this machine's keyboard. */
export const keyName = (key: 'Ctrl') => (isMac ? '⌘' : key)
