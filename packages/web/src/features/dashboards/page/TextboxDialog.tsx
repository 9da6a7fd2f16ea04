import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Collapse, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { ShownWidget } from '@sightline/contract/widgets.ts'
import { MAX_TEXTBOX_LENGTH } from '@sightline/contract/widgets.ts'
import { DEFAULT_SIZE, type Places, placeForNew, positionOf } from '@sightline/domain/dashboards/grid/place.ts'
import { hasLiveValues, textSources, withLiveValues } from '@sightline/domain/dashboards/text-tags.ts'
import { type FormEvent, useRef, useState } from 'react'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Markdown } from '../../../ui/Markdown.tsx'
import { useDashboardContext } from '../values/dashboard-state.ts'
import { useDashboardTextValues } from '../widget/DashboardText.tsx'
import { LiveText } from '../widget/LiveText.tsx'
import type { WidgetActions } from './changes.ts'
import styles from './dialogs.module.css'
import { InsertValue } from './InsertValue.tsx'

/** Milliseconds after the last key until the preview is updated. */
const PREVIEW_DELAY_MS = 100

interface TextboxDialogProps {
  /** null for a new textbox. */
  widget: ShownWidget | null
  places: Places
  actions: Pick<WidgetActions, 'add' | 'save'>
  onClose(): void
}

/** Edits a textbox, in Markdown and with values of the dashboard, with a preview. */
export function TextboxDialog({ widget, places, actions, onClose }: TextboxDialogProps) {
  const [text, setText] = useState(widget?.text ?? '')
  const [isSaving, setIsSaving] = useState(false)
  const [preview] = useDebouncedValue(text, PREVIEW_DELAY_MS)
  const [isInserting, setIsInserting] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const sources = textSources(useDashboardContext().widgets)
  const isBlank = text.trim() === ''
  const insert = (tag: string) => {
    const [start, end] = [field.current?.selectionStart ?? text.length, field.current?.selectionEnd ?? text.length]
    setText(text.slice(0, start) + tag + text.slice(end))
    field.current?.focus()
  }

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isBlank || isSaving) return
    setIsSaving(true)
    const position = positionOf(placeForNew(places.values(), DEFAULT_SIZE))
    const before = widget?.options ?? { isHidden: false, position, parameterMappings: {} }
    const options = withLiveValues(before, text, sources)
    const isSaved =
      widget === null
        ? await actions.add({ visualization_id: null, text, options })
        : await actions.save(widget, { text, options })
    setIsSaving(false)
    if (isSaved) onClose()
  }

  return (
    <Dialog
      opened
      isDirty={text !== (widget?.text ?? '')}
      onClose={onClose}
      title={widget === null ? t`Add Textbox` : t`Edit Textbox`}
      size={640}
    >
      <form onSubmit={(event) => void save(event)}>
        <Textarea
          label={t`Text`}
          description={t`Markdown: **bold**, *italic*, ## heading, [link](https://example.org)`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          ref={field}
          minRows={6}
          maxRows={14}
          maxLength={MAX_TEXTBOX_LENGTH}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          data-autofocus
        />
        <Button variant="default" size="xs" mt={12} aria-expanded={isInserting} onClick={() => setIsInserting(!isInserting)}>
          <Trans>Insert Value…</Trans>
        </Button>
        <Collapse expanded={isInserting}>{isInserting && <InsertValue onInsert={insert} />}</Collapse>
        <Preview text={preview} />
        <div className={styles.footer}>
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={isSaving} disabled={isBlank}>
            {widget === null ? t`Add to Dashboard` : t`Save`}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/**
 * The text as readers will see it, and which of its tags have no value. It has its place before there is a text, so that the buttons
 * below do not move while somebody clicks.
 */
function Preview({ text }: { text: string }) {
  const { widgets } = useDashboardContext()
  const live = useDashboardTextValues(text, true)
  const isLive = hasLiveValues(withLiveValues({}, text, textSources(widgets)))
  const missing = live.contents.flatMap((content, place) => {
    const value = live.values[place]
    return value?.kind === 'missing' ? [{ content, reason: value.reason }] : []
  })
  return (
    <>
      <section className={styles.preview} aria-label={t`Preview`}>
        {text.trim() === '' && (
          <p className={styles.waiting}>
            <Trans>The text appears here as readers will see it.</Trans>
          </p>
        )}
        {isLive ? <LiveText text={text} live={live} /> : <Markdown text={text} />}
      </section>
      <div role="status">
        {missing.map(({ content, reason }) => (
          <p key={content} className={styles.problem}>
            <code>{`{{ ${content} }}`}</code> {reason}{' '}
            {isLive ? t`Readers see a dash.` : t`Readers see the tag as it is written.`}
          </p>
        ))}
      </div>
    </>
  )
}
