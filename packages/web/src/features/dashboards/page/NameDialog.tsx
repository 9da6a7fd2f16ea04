import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Dialog } from '../../../ui/Dialog.tsx'
import styles from './dialogs.module.css'

interface NameDialogProps {
  title: string
  /** The label of the button that saves. */
  action: string
  /** '' for something new. */
  name: string
  maxLength: number
  /** Says what is wrong with a name; null if nothing is. */
  problemOf(name: string): string | null
  /** @returns whether it was saved */
  onSave(name: string): Promise<boolean>
  onClose(): void
}

/** Asks for the name of a part of a dashboard. */
export function NameDialog({ title, action, name: before, maxLength, problemOf, onSave, onClose }: NameDialogProps) {
  const [name, setName] = useState(before)
  const [isSaving, setIsSaving] = useState(false)
  const problem = problemOf(name)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (problem !== null || isSaving) return
    setIsSaving(true)
    if (await onSave(name)) onClose()
    else setIsSaving(false)
  }
  return (
    <Dialog opened isDirty={name !== before} onClose={onClose} title={title} size={400}>
      <form onSubmit={(event) => void save(event)}>
        <TextInput
          label={t`Name`}
          value={name}
          maxLength={maxLength}
          error={name === before && before === '' ? null : problem}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <div className={styles.footer}>
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={isSaving} disabled={problem !== null}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
