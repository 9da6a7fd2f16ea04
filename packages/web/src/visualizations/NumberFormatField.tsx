import { t } from '@lingui/core/macro'
import { Select } from '@mantine/core'
import { formatNumber, type NumberMarks } from '@sightline/domain/format/number.ts'
import {
  MAX_STYLE_DECIMALS,
  type NumberKind,
  type NumberStyle,
  patternOf,
  styleOf,
  styleParts,
} from '@sightline/domain/format/number-style.ts'
import { useState } from 'react'
import styles from './EditorFields.module.css'
import { DebouncedInput, NumberField } from './EditorFields.tsx'

/** A format that is stored as a pattern of its own, such as the automatic one. */
export interface NamedFormat {
  pattern: string
  label: string
  /** A pattern that writes its sample; null for none. */
  sample: string | null
}

interface NumberFormatFieldProps {
  label: string
  /** A pattern of `formatNumber`. */
  value: string
  /** Shares are offered percentages only. */
  kind?: 'number' | 'share'
  /** Offered first. */
  named?: readonly NamedFormat[]
  marks: NumberMarks
  /** Whether it stands in a card, which a click outside closes. */
  isInCard?: boolean
  onChange(value: string): void
}

interface Preset {
  kind: NumberKind
  label: string
  /** The style of someone who chooses it. */
  start: Partial<NumberStyle>
}

const presets: readonly Preset[] = [
  { kind: 'whole', label: t`Whole number`, start: {} },
  { kind: 'decimals', label: t`Decimals`, start: { decimals: 2 } },
  { kind: 'percent', label: t`Percent`, start: { decimals: 1 } },
  { kind: 'short', label: t`Thousands and millions`, start: { decimals: 1 } },
  { kind: 'currency', label: t`Currency`, start: { decimals: 2, prefix: '$' } },
  { kind: 'seconds', label: t`Duration, from seconds`, start: {} },
  { kind: 'milliseconds', label: t`Duration, from milliseconds`, start: {} },
  { kind: 'bytes', label: t`Bytes, in thousands`, start: { decimals: 1 } },
  { kind: 'binary bytes', label: t`Bytes, in steps of 1,024`, start: { decimals: 1 } },
]

const plain: NumberStyle = { kind: 'whole', decimals: 0, prefix: '', suffix: '' }
const CUSTOM = 'custom'
const NO_DIGIT = t`A pattern needs a 0, as in 0,0.00.`
const NAMED = 'named '

const SAMPLE = 1_234_567.891
const samples = [
  { sign: '%', value: 0.12345 },
  { sign: '[seconds]', value: 3900 },
  { sign: '[milliseconds]', value: 3_900_000 },
]

/** The text of a sample in a format: a share for percentages, an hour for durations, else a large number with decimals. */
export const sampleOf = (pattern: string, marks: NumberMarks): string =>
  formatNumber(samples.find(({ sign }) => pattern.includes(sign))?.value ?? SAMPLE, pattern, marks) ?? ''

/** The style after another kind was chosen: text beside the number stays. */
export function restyled(style: NumberStyle | null, { kind, start }: Preset): NumberStyle {
  const { hasText } = styleParts(kind)
  const text = hasText && style !== null ? { prefix: style.prefix, suffix: style.suffix } : {}
  const isBare = (style?.prefix ?? '') + (style?.suffix ?? '') === ''
  return { ...plain, ...start, ...(isBare ? {} : text), kind }
}

/** Fields for a number format: the usual ones to choose from, each with a sample, or a pattern of one's own. */
export function NumberFormatField({
  label,
  value,
  kind = 'number',
  named = [],
  marks,
  isInCard = false,
  onChange,
}: NumberFormatFieldProps) {
  const [isCustom, setCustom] = useState(false)
  const own = named.find(({ pattern }) => pattern === value)
  const style = own ? null : styleOf(value)
  const shown = own ? own.sample : value
  const offered = kind === 'share' ? presets.filter((preset) => preset.kind === 'percent') : presets
  const known = offered.find((preset) => preset.kind === style?.kind)
  const chosen = isCustom ? CUSTOM : own ? NAMED + own.pattern : (known?.kind ?? CUSTOM)
  const samplesByChoice = new Map([
    ...named.map(({ pattern, sample }) => [NAMED + pattern, sample === null ? '' : sampleOf(sample, marks)] as const),
    ...offered.map((preset) => [preset.kind, sampleOf(patternOf(restyled(null, preset)), marks)] as const),
    [CUSTOM, ''] as const,
  ])
  const choose = (choice: string | null) => {
    setCustom(choice === CUSTOM)
    const preset = offered.find((one) => one.kind === choice)
    const name = named.find(({ pattern }) => NAMED + pattern === choice)
    if (preset) onChange(patternOf(restyled(style, preset)))
    else if (name) onChange(name.pattern)
    else if (value === '') onChange(patternOf(plain))
  }
  return (
    <>
      <Select
        label={label}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        description={shown === null ? undefined : t`For example ${sampleOf(shown, marks)}`}
        data={[
          ...named.map(({ pattern, label: name }) => ({ value: NAMED + pattern, label: name })),
          ...offered.map((preset) => ({ value: preset.kind, label: preset.label })),
          { value: CUSTOM, label: t`Custom pattern` },
        ]}
        allowDeselect={false}
        comboboxProps={{ withinPortal: !isInCard }}
        maxDropdownHeight={420}
        renderOption={({ option }) => (
          <span className={styles.format}>
            <span>{option.label}</span>
            <span className={styles.sample}>{samplesByChoice.get(option.value)}</span>
          </span>
        )}
        value={chosen}
        onChange={choose}
      />
      {chosen === CUSTOM && (
        <DebouncedInput
          label={t`Pattern of ${label}`}
          value={value}
          error={/\d|\[(?:milli)?seconds\]/.test(value) ? undefined : NO_DIGIT}
          onChange={onChange}
        />
      )}
      {known && style && chosen === known.kind && (
        <StyleFields style={style} label={label} onChange={(next) => onChange(patternOf(next))} />
      )}
    </>
  )
}

/** The decimals of a number, and the text before and after it. */
function StyleFields({ style, label, onChange }: { style: NumberStyle; label: string; onChange(style: NumberStyle): void }) {
  const { hasDecimals, hasText } = styleParts(style.kind)
  const text = (part: 'prefix' | 'suffix', placeholder: string) => (
    <DebouncedInput
      label={part === 'prefix' ? t`Text Before` : t`Text After`}
      placeholder={placeholder}
      value={style[part]}
      onChange={(next) => onChange({ ...style, [part]: next })}
    />
  )
  if (!hasText) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: the legend of a fieldset stands in its border
    <div className={styles.parts} role="group" aria-label={t`Details of ${label}`}>
      {hasDecimals && (
        <NumberField
          // The field keeps what was typed in it.
          key={style.kind}
          label={t`Decimals`}
          min={0}
          max={MAX_STYLE_DECIMALS}
          value={style.decimals}
          onChange={(typed) => onChange({ ...style, decimals: Math.min(MAX_STYLE_DECIMALS, Math.max(0, typed ?? 0)) })}
        />
      )}
      {text('prefix', '€')}
      {text('suffix', ' USD')}
    </div>
  )
}
