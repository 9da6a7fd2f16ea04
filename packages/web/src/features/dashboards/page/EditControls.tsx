import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button, Checkbox, Loader, Tooltip } from '@mantine/core'
import {
  IconAlertCircle,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCircleCheck,
  IconFolderPlus,
  IconPlus,
  IconSection,
  IconTextPlus,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { keyName } from '../../../ui/keyboard.tsx'
import styles from './EditControls.module.css'
import type { SavingStatus } from './layout-saver.ts'

interface EditStatusProps {
  status: SavingStatus
  onRetry(): void
  /** Ends editing once everything is saved. */
  onDone(): Promise<void>
}

/** The saving status of the layout, and the button that ends editing, in the head of the dashboard. */
export function EditStatus({ status, onRetry, onDone }: EditStatusProps) {
  const [isLeaving, setIsLeaving] = useState(false)
  const leave = async () => {
    setIsLeaving(true)
    try {
      await onDone()
    } finally {
      setIsLeaving(false)
    }
  }
  return (
    <div className={styles.editing}>
      <span className={styles.status} role="status">
        {status === 'saved' && <IconCircleCheck size={14} stroke={1.75} color="var(--sl-ok)" aria-hidden />}
        {status === 'saving' && <Loader size={14} aria-hidden />}
        {status === 'failed' && <IconAlertCircle size={14} stroke={1.75} color="var(--sl-err)" aria-hidden />}
        {statusTexts[status]}
      </span>
      {status === 'failed' && (
        <Button variant="default" size="sm" onClick={onRetry}>
          <Trans>Retry</Trans>
        </Button>
      )}
      <Button size="sm" loading={isLeaving} onClick={() => void leave()}>
        <Trans>Done Editing</Trans>
      </Button>
    </div>
  )
}

const statusTexts: Record<SavingStatus, string> = { saved: t`Saved`, saving: t`Saving`, failed: t`Saving Failed` }

interface EditBarProps {
  /** Whether filters are shown once for all widgets. */
  sharesFilters: boolean
  onShareFilters(isShared: boolean): void
  /** null if there is nothing to undo. */
  undo: (() => void) | null
  /** null if there is nothing to redo. */
  redo: (() => void) | null
  /** Adds the first tab; null for a dashboard with tabs, which adds further ones beside them. */
  onAddTab: (() => void) | null
  onAddSection(): void
  onAddTextbox(): void
  onAddWidget(): void
}

/** The toolbar of the edit mode. It floats above the widgets. */
export function EditBar(props: EditBarProps) {
  const { sharesFilters, onShareFilters, undo, redo, onAddTab, onAddSection, onAddTextbox, onAddWidget } = props
  return (
    <div className={styles.bar} role="toolbar" aria-label={t`Edit Dashboard`} data-unpictured>
      <Checkbox
        label={t`Use Dashboard Level Filters`}
        checked={sharesFilters}
        onChange={(event) => onShareFilters(event.currentTarget.checked)}
      />
      <span className={styles.line} />
      <span className={styles.history}>
        <HistoryButton label={t`Undo`} keys="Z" icon={<IconArrowBackUp size={16} stroke={1.75} />} onClick={undo} />
        <HistoryButton label={t`Redo`} keys="Shift Z" icon={<IconArrowForwardUp size={16} stroke={1.75} />} onClick={redo} />
      </span>
      <span className={styles.line} />
      {onAddTab !== null && (
        <Button variant="default" size="sm" leftSection={<IconFolderPlus size={16} stroke={1.75} />} onClick={onAddTab}>
          <Trans>Add Tab</Trans>
        </Button>
      )}
      <Button variant="default" size="sm" leftSection={<IconSection size={16} stroke={1.75} />} onClick={onAddSection}>
        <Trans>Add Section</Trans>
      </Button>
      <Button variant="default" size="sm" leftSection={<IconTextPlus size={16} stroke={1.75} />} onClick={onAddTextbox}>
        <Trans>Add Textbox</Trans>
      </Button>
      <Button size="sm" leftSection={<IconPlus size={16} stroke={1.75} />} onClick={onAddWidget}>
        <Trans>Add Widget</Trans>
      </Button>
    </div>
  )
}

interface HistoryButtonProps {
  label: string
  keys: string
  icon: ReactNode
  onClick: (() => void) | null
}

const HistoryButton = ({ label, keys, icon, onClick }: HistoryButtonProps) => (
  <Tooltip label={`${label} (${keyName('Ctrl')} ${keys})`}>
    <ActionIcon aria-label={label} disabled={onClick === null} onClick={() => onClick?.()}>
      {icon}
    </ActionIcon>
  </Tooltip>
)
