import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Textarea, TextInput } from '@mantine/core'
import { plainText } from '@sightline/domain/alerts/markup.ts'
import {
  type AlertFacts,
  nameInTag,
  renderDescription,
  renderSubject,
  templatePieces,
  unknownTags,
  variables,
} from '@sightline/domain/alerts/templates.ts'
import { TemplateError } from '@sightline/domain/mustache.ts'
import { useDeferredValue, useId, useMemo, useRef } from 'react'
import styles from './alerts.module.css'
import { Card } from './Card.tsx'
import type { AlertDraft, DraftProblems } from './draft.ts'
import field from './TemplateField.module.css'

interface NotificationCardProps {
  draft: AlertDraft
  problems: DraftProblems
  /** The data for the templates; null while there is no result. */
  facts: AlertFacts | null
  isReadOnly: boolean
  onChange(change: Partial<AlertDraft>): void
}

/** The templates of the message, with a preview for the latest result. */
export function NotificationCard({ draft, problems, facts, isReadOnly, onChange }: NotificationCardProps) {
  const label = useId()
  const names = useMemo(() => (facts ? variables(facts) : {}), [facts])
  const template = useDeferredValue(draft.template)
  const preview = useMemo(() => rendered(() => plainText(renderDescription(template, names))), [template, names])
  const unknown = useMemo(
    () => (facts ? [...new Set([draft.subject, template].flatMap((text) => unknownTags(text, facts)))] : []),
    [draft.subject, template, facts],
  )
  const subject = rendered(() => renderSubject(draft.subject, names))
  const hasTags = draft.subject.includes('{{')
  return (
    <Card title={t`Notification`}>
      <TextInput
        label={t`Custom subject`}
        value={draft.subject}
        onChange={(event) => onChange({ subject: event.currentTarget.value })}
        error={problems.subject}
        disabled={isReadOnly}
      />
      {hasTags && subject !== null && subject !== '' && (
        <p className={styles.hint}>
          <Trans>Preview: {subject}</Trans>
        </p>
      )}
      <div className={styles.texts}>
        <div>
          <TemplateField
            label={t`Description template`}
            value={draft.template}
            unknown={unknown}
            isReadOnly={isReadOnly}
            onChange={(value) => onChange({ template: value })}
          />
          {unknown.length > 0 && (
            <p className={styles.warned} role="status">
              {unavailable(unknown)}
            </p>
          )}
        </div>
        <div>
          <div className={styles.previewLabel} id={label}>
            <Trans>Preview</Trans>
          </div>
          <section
            className={styles.preview}
            aria-labelledby={label}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a long preview must be scrollable with the keyboard
            tabIndex={0}
            data-failed={preview === null || undefined}
          >
            {preview ?? t`Unable to render description. please confirm your template.`}
          </section>
        </div>
      </div>
      <p className={styles.hint}>
        <Trans>
          Available:{' '}
          <code>
            <Trans>rows</Trans>
          </code>
          ,{' '}
          <code>
            <Trans>cols</Trans>
          </code>
          ,{' '}
          <code>
            <Trans>state</Trans>
          </code>
          . Rows and columns come from the latest result.
        </Trans>
      </p>
    </Card>
  )
}

/** @returns null if the template has a syntax error */
function rendered(render: () => string): string | null {
  try {
    return render()
  } catch (error) {
    if (error instanceof TemplateError) return null
    throw error
  }
}

interface TemplateFieldProps {
  label: string
  value: string
  /** Names of tags that are not defined. */
  unknown: readonly string[]
  isReadOnly: boolean
  onChange(value: string): void
}

/** A text area that highlights the tags of a template, unknown ones in another colour, in a copy of the text behind it. */
function TemplateField({ label, value, unknown, isReadOnly, onChange }: TemplateFieldProps) {
  const highlights = useRef<HTMLDivElement>(null)
  const pieces = useMemo(() => templatePieces(value), [value])
  return (
    <div className={field.field}>
      <Textarea
        label={label}
        classNames={{ input: field.input, wrapper: field.wrapper }}
        autosize
        minRows={5}
        maxRows={16}
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onScroll={({ currentTarget }) => {
          if (highlights.current) highlights.current.scrollTop = currentTarget.scrollTop
        }}
        disabled={isReadOnly}
        leftSectionWidth={0}
        leftSectionProps={{ className: field.section }}
        leftSection={
          <div ref={highlights} className={field.highlights} aria-hidden>
            {pieces.map(({ at, text, isTag }) =>
              isTag ? (
                <mark key={at} data-unknown={unknown.includes(nameInTag(text)) || undefined}>
                  {text}
                </mark>
              ) : (
                text
              ),
            )}
          </div>
        }
      />
    </div>
  )
}

function unavailable(unknown: readonly string[]): string {
  const names = unknown.map((name) => `{{${name}}}`).join(', ')
  return unknown.length === 1 ? t`${names} is not available and stays empty.` : t`${names} are not available and stay empty.`
}
