import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ColorField } from '../../ColorField.tsx'
import { DebouncedInput } from '../../EditorFields.tsx'
import { FieldGroup } from '../../EditorTabs.tsx'
import { paper } from '../../echarts/theme.ts'
import styles from './MarkList.module.css'

/** Shown for the automatic color, which is that of the texts. */
const AUTOMATIC = paper.text2

interface MarkListProps<Mark> {
  title: string
  /** The name of one of them, such as `Reference Line`. */
  noun: string
  marks: readonly Mark[]
  /** A new one. */
  initial: Mark
  /** An example of a label. */
  example: string
  onChange(marks: Mark[]): void
  /** The fields of one of them besides its label and color. */
  children(mark: Mark, change: (patch: Partial<Mark>) => void): ReactNode
}

/** A list of marks in a chart, such as reference lines, each with a label and a color. */
export function MarkList<Mark extends { label: string; color?: string | null | undefined }>({
  title,
  noun,
  marks,
  initial,
  example,
  onChange,
  children,
}: MarkListProps<Mark>) {
  return (
    <>
      <FieldGroup title={title} />
      {marks.map((mark, index) => {
        const number = `${noun.toLowerCase()} ${index + 1}`
        const name = `${number.charAt(0).toUpperCase()}${number.slice(1)}`
        const change = (patch: Partial<Mark>) =>
          onChange(marks.map((other, at) => (at === index ? { ...other, ...patch } : other)))
        return (
          // biome-ignore lint/a11y/useSemanticElements: the legend of a fieldset stands in its border
          // biome-ignore lint/suspicious/noArrayIndexKey: the marks have no other identity
          <div key={index} className={styles.mark} role="group" aria-label={name}>
            <span className={styles.name}>{name}</span>
            <Tooltip label={t`Remove`}>
              <ActionIcon
                className={styles.remove}
                size="sm"
                aria-label={t`Remove ${number}`}
                onClick={() => onChange(marks.filter((_, at) => at !== index))}
              >
                <IconX size={14} stroke={1.75} />
              </ActionIcon>
            </Tooltip>
            {children(mark, change)}
            <DebouncedInput
              label={t`Label`}
              placeholder={example}
              value={mark.label}
              onChange={(label) => change({ label } as Partial<Mark>)}
            />
            <ColorField
              label={number}
              value={mark.color ?? null}
              automatic={AUTOMATIC}
              onChange={(color) => change({ color } as Partial<Mark>)}
            />
          </div>
        )
      })}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} stroke={1.75} />}
        onClick={() => onChange([...marks, initial])}
      >
        <Trans>Add {noun}</Trans>
      </Button>
    </>
  )
}
