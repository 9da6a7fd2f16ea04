import { Button, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { ShownWidget } from '@sightline/contract/widgets.ts'
import { MAX_TEXTBOX_LENGTH } from '@sightline/contract/widgets.ts'
import { DEFAULT_SIZE, type Places, placeForNew, positionOf } from '@sightline/domain/dashboards/grid/place.ts'
import { type FormEvent, useState } from 'react'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Markdown } from '../../../ui/Markdown.tsx'
import type { WidgetActions } from './changes.ts'
import styles from './dialogs.module.css'

/** Milliseconds after the last key until the preview is updated. */
const PREVIEW_DELAY_MS = 100

interface TextboxDialogProps {
  /** null for a new textbox. */
  widget: ShownWidget | null
  places: Places
  actions: Pick<WidgetActions, 'add' | 'save'>
  onClose(): void
}

/** Edits a textbox, in Markdown, with a preview. */
export function TextboxDialog({ widget, places, actions, onClose }: TextboxDialogProps) {
  const [text, setText] = useState(widget?.text ?? '')
  const [isSaving, setIsSaving] = useState(false)
  const [preview] = useDebouncedValue(text, PREVIEW_DELAY_MS)
  const isBlank = text.trim() === ''

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isBlank || isSaving) return
    setIsSaving(true)
    const position = positionOf(placeForNew(places.values(), DEFAULT_SIZE))
    const options = { isHidden: false, position, parameterMappings: {} }
    const isSaved =
      widget === null ? await actions.add({ visualization_id: null, text, options }) : await actions.save(widget, { text })
    setIsSaving(false)
    if (isSaved) onClose()
  }

  return (
    <Dialog
      opened
      isDirty={text !== (widget?.text ?? '')}
      onClose={onClose}
      title={widget === null ? 'Add Textbox' : 'Edit Textbox'}
      size={640}
    >
      <form onSubmit={(event) => void save(event)}>
        <Textarea
          label="Text"
          description="Markdown: **bold**, *italic*, ## heading, [link](https://example.org)"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          minRows={6}
          maxRows={14}
          maxLength={MAX_TEXTBOX_LENGTH}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          data-autofocus
        />
        {preview.trim() !== '' && (
          <section className={styles.preview} aria-label="Preview">
            <Markdown text={preview} />
          </section>
        )}
        <div className={styles.footer}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isSaving} disabled={isBlank}>
            {widget === null ? 'Add to Dashboard' : 'Save'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
