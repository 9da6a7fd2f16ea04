import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button, TagsInput, Tooltip } from '@mantine/core'
import { cleanTags } from '@sightline/domain/tags.ts'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Dialog } from './Dialog.tsx'
import { StatusBadge } from './StatusBadge.tsx'
import { TagList } from './Tag.tsx'
import styles from './TagsControl.module.css'

interface TagsControlProps {
  tags: string[]
  isDraft: boolean
  isArchived: boolean
  isEditable: boolean
  /** Loads the tags in use elsewhere as suggestions. Called when the dialog opens. */
  loadKnownTags(): Promise<string[]>
  /** @returns whether they were saved; the implementation reports errors itself */
  onSave(tags: string[]): Promise<boolean>
}

/** The status badge and tags of an item, and a dialog to edit the tags. */
export function TagsControl({ tags, isDraft, isArchived, isEditable, loadKnownTags, onSave }: TagsControlProps) {
  const [draft, setDraft] = useState<string[] | null>(null)
  const [known, setKnown] = useState<string[]>([])
  const [isSaving, setIsSaving] = useState(false)
  const [typed, setTyped] = useState('')

  const open = () => {
    setDraft(tags)
    // Text left over from a cancelled dialog would be added as a tag.
    setTyped('')
    void loadKnownTags().then(setKnown, () => setKnown([]))
  }
  const isDirty = typed.trim() !== '' || JSON.stringify(draft) !== JSON.stringify(tags)
  const save = async () => {
    setIsSaving(true)
    try {
      if (await onSave(cleanTags(draft ?? []))) setDraft(null)
    } finally {
      setIsSaving(false)
    }
  }

  return (
    <div className={styles.root}>
      <StatusBadge isDraft={isDraft} isArchived={isArchived} />
      <TagList tags={tags} />
      {isEditable && tags.length === 0 && (
        <button type="button" className={styles.add} onClick={open} data-unpictured>
          <IconPlus size={11} stroke={1.75} />
          <Trans>Add tag</Trans>
        </button>
      )}
      {isEditable && tags.length > 0 && (
        <Tooltip label={t`Edit tags`}>
          <ActionIcon size="xs" aria-label={t`Edit tags`} onClick={open} data-unpictured>
            <IconPencil size={14} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      )}
      <Dialog opened={draft !== null} isDirty={isDirty} onClose={() => setDraft(null)} title={t`Add/Edit Tags`} size={480}>
        <TagsInput
          label={t`Tags`}
          description={t`Press Enter or comma to add a tag.`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={known}
          value={draft ?? []}
          onChange={setDraft}
          searchValue={typed}
          onSearchChange={setTyped}
          // The dropdown would cover the buttons below and swallow Escape if it opened on focus.
          openOnFocus={false}
          comboboxProps={{ disabled: typed === '' }}
          maxDropdownHeight={200}
          acceptValueOnBlur
          data-autofocus
        />
        <div className={styles.footer}>
          <Button variant="default" onClick={() => setDraft(null)}>
            <Trans>Cancel</Trans>
          </Button>
          <Button loading={isSaving} onClick={() => void save()}>
            <Trans>Save</Trans>
          </Button>
        </div>
      </Dialog>
    </div>
  )
}
