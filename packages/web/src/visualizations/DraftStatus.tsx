import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { ariaShortcut, ButtonKey, keyName } from '../ui/keyboard.tsx'
import { keepsToastsAbove } from '../ui/toasts-above.ts'
import styles from './DraftStatus.module.css'
import type { DraftEditor } from './use-draft-editor.ts'

/** Says that an edited visualization has changes that are not stored. */
export const UnsavedMark = ({ className }: { className?: string | undefined }) => (
  <span className={`${styles.mark} ${className ?? ''}`}>
    <Trans>
      <span className={styles.dot} aria-hidden />
      Unsaved changes
    </Trans>
  </span>
)

interface DraftStatusProps {
  editor: DraftEditor
  /** Shown if there is neither an error nor a problem; null for nothing. */
  otherwise: string | null
}

/** Why an edited visualization was not saved, or cannot be. */
export function DraftStatus({ editor: { state, reason, problem }, otherwise }: DraftStatusProps) {
  // Shown here, because a toast would cover the save button.
  if (state === 'failed')
    return (
      <span className={styles.failed} role="alert">
        <Trans>Visualization could not be saved{reason !== null && `: ${reason}`}</Trans>
      </span>
    )
  const text = problem ?? otherwise
  return text === null ? null : <span className={styles.text}>{text}</span>
}

const aboveButtons = keepsToastsAbove('always')

interface SaveButtonsProps {
  editor: DraftEditor
  onCancel(): void
}

export const SaveButtons = ({ editor, onCancel }: SaveButtonsProps) => (
  <span ref={aboveButtons} className={styles.buttons}>
    <Button variant="default" onClick={onCancel}>
      <Trans>Cancel</Trans>
    </Button>
    <Button
      variant="filled"
      disabled={!editor.canSave}
      loading={editor.state === 'saving'}
      onClick={() => void editor.save()}
      aria-keyshortcuts={ariaShortcut('S')}
      rightSection={
        <ButtonKey>
          <Trans>{keyName('Ctrl')} S</Trans>
        </ButtonKey>
      }
    >
      <Trans>Save</Trans>
    </Button>
  </span>
)
