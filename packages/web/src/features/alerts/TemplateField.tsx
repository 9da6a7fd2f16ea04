import { Textarea } from '@mantine/core'
import { nameInTag, templatePieces } from '@sightline/domain/alerts/templates.ts'
import { useMemo, useRef } from 'react'
import styles from './TemplateField.module.css'

interface TemplateFieldProps {
  label: string
  value: string
  /** Names that stand for nothing. */
  unknown: readonly string[]
  isReadOnly: boolean
  onChange(value: string): void
}

/** A text with tags, whose ground shows them: another one below those that stand for nothing. */
export function TemplateField({ label, value, unknown, isReadOnly, onChange }: TemplateFieldProps) {
  const ground = useRef<HTMLDivElement>(null)
  const pieces = useMemo(() => templatePieces(value), [value])
  return (
    <div className={styles.field}>
      <Textarea
        label={label}
        classNames={{ input: styles.input, wrapper: styles.wrapper }}
        autosize
        minRows={5}
        maxRows={16}
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onScroll={({ currentTarget }) => {
          if (ground.current) ground.current.scrollTop = currentTarget.scrollTop
        }}
        disabled={isReadOnly}
        leftSectionWidth={0}
        leftSectionProps={{ className: styles.section }}
        leftSection={
          <div ref={ground} className={styles.ground} aria-hidden>
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
