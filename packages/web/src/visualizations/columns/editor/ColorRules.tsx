import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button, Select } from '@mantine/core'
import {
  type ColorRule,
  MAX_COLOR_RULES,
  type RuleCondition,
  ruleConditions,
} from '@sightline/domain/table-columns/color-rules.ts'
import { IconArrowUp, IconPlus, IconX } from '@tabler/icons-react'
import type { SourceColumn } from '../../../ui/data-table/row-source.ts'
import { DebouncedInput } from '../../EditorFields.tsx'
import { FieldGroup, FieldPair } from '../../EditorTabs.tsx'
import { moveItem } from '../../ordering.ts'
import styles from './ColorRules.module.css'
import { TableColorSelect } from './TableColorSelect.tsx'

const conditionNames: Record<RuleCondition, string> = {
  is: t`Is`,
  'is not': t`Is not`,
  above: t`Greater than`,
  'at least': t`At least`,
  below: t`Less than`,
  'at most': t`At most`,
  between: t`Between`,
  contains: t`Contains`,
  empty: t`Is empty`,
}

const newRule: ColorRule = {
  condition: 'is',
  value: '',
  to: '',
  column: null,
  color: 'red',
  target: 'background',
  wholeRow: false,
}

interface ColorRulesProps {
  rules: readonly ColorRule[]
  /** The columns that cells can be compared with. */
  columns: readonly SourceColumn[]
  onChange(rules: ColorRule[]): void
}

/** The rules that color the cells of a column; the first that a cell meets applies. */
export function ColorRules({ rules, columns, onChange }: ColorRulesProps) {
  return (
    <>
      <FieldGroup title={t`Colors`} />
      {rules.map((rule, index) => (
        <RuleFields
          // biome-ignore lint/suspicious/noArrayIndexKey: the rules have no other identity
          key={index}
          name={t`Rule ${index + 1}`}
          rule={rule}
          columns={columns}
          onChange={(patch) => onChange(rules.map((other, at) => (at === index ? { ...other, ...patch } : other)))}
          onMoveUp={index === 0 ? null : () => onChange(moveItem(rules, index, index - 1))}
          onRemove={() => onChange(rules.filter((_, at) => at !== index))}
        />
      ))}
      {rules.length < MAX_COLOR_RULES && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} stroke={1.75} />}
          onClick={() => onChange([...rules, newRule])}
        >
          <Trans>Add Color Rule</Trans>
        </Button>
      )}
    </>
  )
}

const applications = [
  { value: 'background', label: t`Background of the cell` },
  { value: 'text', label: t`Text of the cell` },
  { value: 'row background', label: t`Background of the row` },
  { value: 'row text', label: t`Text of the row` },
]

/** No column can have this name, because the names of columns are not empty. */
const CONSTANT = ''

interface RuleFieldsProps {
  name: string
  rule: ColorRule
  columns: readonly SourceColumn[]
  onChange(patch: Partial<ColorRule>): void
  /** null for the first rule. */
  onMoveUp: (() => void) | null
  onRemove(): void
}

function RuleFields({ name, rule, columns, onChange, onMoveUp, onRemove }: RuleFieldsProps) {
  const { condition, value, to, column, color, target, wholeRow } = rule
  const isRange = condition === 'between'
  const comparesColumn = column !== null && !isRange
  return (
    // biome-ignore lint/a11y/useSemanticElements: the legend of a fieldset stands in its border
    <div className={styles.rule} role="group" aria-label={name}>
      <span className={styles.name}>{name}</span>
      <div className={styles.actions}>
        {onMoveUp && (
          <ActionIcon size="sm" title={t`Apply earlier`} aria-label={t`Apply ${name.toLowerCase()} earlier`} onClick={onMoveUp}>
            <IconArrowUp size={14} stroke={1.75} />
          </ActionIcon>
        )}
        <ActionIcon size="sm" title={t`Remove`} aria-label={t`Remove ${name.toLowerCase()}`} onClick={onRemove}>
          <IconX size={14} stroke={1.75} />
        </ActionIcon>
      </div>
      <FieldPair>
        <Select
          label={t`Condition`}
          data={ruleConditions.map((one) => ({ value: one, label: conditionNames[one] }))}
          value={condition}
          allowDeselect={false}
          onChange={(next) => onChange({ condition: ruleConditions.find((one) => one === next) ?? condition })}
        />
        {condition !== 'empty' && !isRange && (
          <Select
            label={t`Compare with`}
            data={[
              { value: CONSTANT, label: t`A value` },
              ...columns.map(({ name: other }) => ({ value: other, label: other })),
            ]}
            value={column ?? CONSTANT}
            allowDeselect={false}
            searchable
            onChange={(next) => onChange({ column: next === CONSTANT ? null : next })}
          />
        )}
      </FieldPair>
      {condition !== 'empty' && !comparesColumn && (
        <FieldPair>
          <DebouncedInput
            label={isRange ? t`From` : t`Value`}
            value={value}
            error={value === '' ? t`Enter a value.` : undefined}
            onChange={(next) => onChange({ value: next })}
          />
          {isRange && (
            <DebouncedInput
              label={t`To`}
              value={to}
              error={to === '' ? t`Enter a value.` : undefined}
              onChange={(next) => onChange({ to: next })}
            />
          )}
        </FieldPair>
      )}
      <TableColorSelect label={t`Color`} value={color} onChange={(next) => onChange({ color: next })} />
      <Select
        label={t`Apply to`}
        data={applications}
        value={wholeRow ? `row ${target}` : target}
        allowDeselect={false}
        onChange={(next) =>
          next && onChange({ target: next.endsWith('text') ? 'text' : 'background', wholeRow: next.startsWith('row') })
        }
      />
    </div>
  )
}
