import { ActionIcon, Tooltip } from '@mantine/core'
import { useFullscreenDocument } from '@mantine/hooks'
import { IconMaximize, IconMinimize } from '@tabler/icons-react'
import styles from './PublicDashboardPage.module.css'

/** The name of a shared dashboard, and the whole screen for it where the browser grants that. */
export function PublicHead({ name }: { name: string }) {
  const { toggle, fullscreen } = useFullscreenDocument()
  const Icon = fullscreen ? IconMinimize : IconMaximize
  const label = fullscreen ? 'Leave fullscreen' : 'Fullscreen'
  return (
    <header className={styles.head}>
      <h1 className={styles.title}>{name}</h1>
      {document.fullscreenEnabled && (
        <Tooltip label={label}>
          <ActionIcon className={styles.fullscreen} aria-label={label} aria-pressed={fullscreen} onClick={() => void toggle()}>
            <Icon size={16} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      )}
    </header>
  )
}
