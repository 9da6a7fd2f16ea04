import type { ReactNode } from 'react'
import styles from './keyboard.module.css'

/** Whether this machine has a command key. */
export const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** What the key is called on this machine's keyboard. */
export const keyName = (key: 'Ctrl') => (isMac ? '⌘' : key)

/**
 * The key as shortcuts name it. With the layout of another alphabet, that is the Latin letter of the same place; signs, and the
 * letters of every Latin layout, are what they write.
 */
export function latinKey({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? []
  return letter !== undefined && OTHER_LETTER.test(key) ? letter.toLowerCase() : key
}

const OTHER_LETTER = /^(?!\p{Script=Latin})\p{L}$/u

/** Keys to press, together or one after the other. */
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

/** The keys that press the button in which this stands; left out where there is little room. */
export function ButtonKey({ children }: { children: ReactNode }) {
  return <kbd className={styles.inButton}>{children}</kbd>
}
