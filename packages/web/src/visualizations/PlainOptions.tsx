import type { ReactNode } from 'react'
import styles from './PlainOptions.module.css'

/** What stands in the editor of a type that has no options: which columns it reads. */
export const PlainOptions = ({ children }: { children: ReactNode }) => <div className={styles.text}>{children}</div>
