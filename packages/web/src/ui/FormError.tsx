import { IconAlertCircle } from '@tabler/icons-react'
import styles from './FormError.module.css'

/** What a whole form did not achieve, above its fields. */
export function FormError({ children }: { children: string }) {
  return (
    <div className={styles.root} role="alert">
      <IconAlertCircle size={16} stroke={1.75} />
      {children}
    </div>
  )
}
