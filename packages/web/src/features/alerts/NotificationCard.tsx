import { TextInput } from '@mantine/core'
import { plainText } from '@sightline/domain/alerts/markup.ts'
import {
  type AlertFacts,
  renderDescription,
  renderSubject,
  unknownTags,
  variables,
} from '@sightline/domain/alerts/templates.ts'
import { TemplateError } from '@sightline/domain/mustache.ts'
import { useDeferredValue, useId, useMemo } from 'react'
import styles from './alerts.module.css'
import { Card } from './Card.tsx'
import type { AlertDraft, DraftProblems } from './draft.ts'
import { TemplateField } from './TemplateField.tsx'

interface NotificationCardProps {
  draft: AlertDraft
  problems: DraftProblems
  /** What the templates are filled with; null while there is no result. */
  facts: AlertFacts | null
  isReadOnly: boolean
  onChange(change: Partial<AlertDraft>): void
}

/** The words of the message, with what they come to for the latest result. */
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
    <Card title="Notification">
      <TextInput
        label="Custom subject"
        value={draft.subject}
        onChange={(event) => onChange({ subject: event.currentTarget.value })}
        error={problems.subject}
        disabled={isReadOnly}
      />
      {hasTags && subject !== null && subject !== '' && <p className={styles.hint}>Reads now: {subject}</p>}
      <div className={styles.texts}>
        <div>
          <TemplateField
            label="Description template"
            value={draft.template}
            unknown={unknown}
            isReadOnly={isReadOnly}
            onChange={(value) => onChange({ template: value })}
          />
          {unknown.length > 0 && (
            <p className={styles.warned} role="status">
              {unknown.map((name) => `{{${name}}}`).join(', ')} {unknown.length === 1 ? 'stands' : 'stand'} for nothing and will
              be left empty.
            </p>
          )}
        </div>
        <div>
          <div className={styles.previewLabel} id={label}>
            Preview
          </div>
          <section
            className={styles.preview}
            aria-labelledby={label}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls a long preview with the keys
            tabIndex={0}
            data-failed={preview === null || undefined}
          >
            {preview ?? 'Unable to render description. please confirm your template.'}
          </section>
        </div>
      </div>
      <p className={styles.hint}>
        Available: <code>rows</code>, <code>cols</code>, <code>state</code>. Rows and columns come from the latest result.
      </p>
    </Card>
  )
}

/** @returns null when the tags of the template do not fit together */
function rendered(render: () => string): string | null {
  try {
    return render()
  } catch (error) {
    if (error instanceof TemplateError) return null
    throw error
  }
}
