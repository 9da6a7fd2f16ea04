import type { ReactNode } from 'react'
import styles from './keyboard.module.css'

/** Whether this machine has a Command key. */
export const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The name of a key on this machine's keyboard. */
export const keyName = (key: 'Ctrl') => (isMac ? '⌘' : key)

/**
 * The key of a shortcut. With a keyboard layout of another alphabet, that is the Latin letter at the same position; signs and the
 * letters of Latin layouts are taken as typed.
 */
export function latinKey({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? []
  return letter !== undefined && OTHER_LETTER.test(key) ? letter.toLowerCase() : key
}

const OTHER_LETTER = /^(?!\p{Script=Latin})\p{L}$/u

/** The keys of a shortcut, pressed together or one after the other. */
export function Keys({ keys }: { keys: string[] }) {
  return (
    <span className={styles.keys}>
      {keys.map((key) => (
        <kbd key={key} className={styles.key}>
          {key}
        </kbd>
      ))}
    </span>
  )
}

/** The shortcut of a key pressed with Ctrl or Command, in the form of `aria-keyshortcuts`. */
export const ariaShortcut = (key: 'S' | 'P' | 'Shift+F' | 'Enter') => `${isMac ? 'Meta' : 'Control'}+${key}`

/**
 * The shortcut of a button, shown inside it; hidden if there is little room. It is no part of the name of the button, which has
 * `aria-keyshortcuts` for screen readers.
 */
export function ButtonKey({ children }: { children: ReactNode }) {
  return (
    <kbd className={styles.inButton} aria-hidden>
      {children}
    </kbd>
  )
}
