import type { ComponentType, ReactNode } from 'react'
import { EmptyState } from '../ui/EmptyState.tsx'
import styles from './Nothing.module.css'

interface NothingProps {
  icon: ComponentType<{ size?: number | string; stroke?: number | string }>
  /** Why nothing is drawn, or what to choose, in one sentence. */
  reason: string
  help?: ReactNode
}

/** What stands in the frame of a visualization that has nothing to draw. */
export const Nothing = ({ icon: Icon, reason, help }: NothingProps) => (
  <div className={styles.nothing} role="status">
    <EmptyState icon={<Icon size={20} stroke={1.75} />} title={reason} help={help} />
  </div>
)
