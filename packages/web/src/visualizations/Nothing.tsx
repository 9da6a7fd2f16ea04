import type { ComponentType, ReactNode } from 'react'
import { EmptyState } from '../ui/EmptyState.tsx'
import styles from './Nothing.module.css'

interface NothingProps {
  icon: ComponentType<{ size?: number | string; stroke?: number | string }>
  /** One sentence that explains why nothing is shown or what to choose. */
  reason: string
  help?: ReactNode
}

/** The empty state of a visualization. */
export const Nothing = ({ icon: Icon, reason, help }: NothingProps) => (
  <div className={styles.nothing} role="status">
    <EmptyState icon={<Icon size={20} stroke={1.75} />} title={reason} help={help} />
  </div>
)
