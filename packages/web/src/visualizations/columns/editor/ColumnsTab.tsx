import { t } from '@lingui/core/macro'
import { ActionIcon, Input, SegmentedControl, Select, UnstyledButton } from '@mantine/core'
import type { NumberMarks } from '@sightline/domain/format/number.ts'
import { tableColumns } from '@sightline/domain/table-columns/column-view.ts'
import {
  alignments,
  type ColumnsOptions,
  type Display,
  displays,
  type StoredColumn,
} from '@sightline/domain/table-columns/stored-columns.ts'
import type { TableColumn } from '@sightline/domain/table-columns/table-column.ts'
import { IconChevronDown, IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { inLine } from '../../../language/direction.ts'
import type { SourceColumn } from '../../../ui/data-table/row-source.ts'
import { TypeIcon } from '../../../ui/data-table/TypeIcon.tsx'
import { DebouncedInput, SwitchRow } from '../../EditorFields.tsx'
import { EditorTabs, FieldPair } from '../../EditorTabs.tsx'
import { OrderedList } from '../../OrderedList.tsx'
import type { EditorProps } from '../../visualization.ts'
import { storedColumns } from '../stored-column.ts'
import { CellFillFields } from './CellFillFields.tsx'
import { ColorRules } from './ColorRules.tsx'
import styles from './ColumnsTab.module.css'
import { CompareFields } from './CompareFields.tsx'
import { FormatFields } from './FormatFields.tsx'
import { SparklineFields } from './SparklineFields.tsx'
import { TableFields } from './TableFields.tsx'

interface ColumnsTabProps extends EditorProps<ColumnsOptions> {
  /** Whether the columns are those of a table, which can be searched and colored. */
  isTable: boolean
}

/** The editor of a type that has no options but those of its columns. */
export const ColumnsEditor = (props: EditorProps<ColumnsOptions>) => (
  <EditorTabs tabs={[{ name: t`Columns`, content: <ColumnsTab {...props} isTable={false} /> }]} />
)

/** Visibility, order and display options of the columns. */
export function ColumnsTab({ options, columns, formats, isTable, onChange }: ColumnsTabProps) {
  const [opened, setOpened] = useState<string | null>(null)
  const shown = tableColumns(columns, options, formats)
  const change = (name: string, patch: Partial<StoredColumn>) =>
    onChange({ columns: storedColumns(shown, options.columns, { name, patch }) })

  return (
    <OrderedList
      label={t`Columns`}
      items={shown}
      keyOf={({ name }) => name}
      nameOf={({ title }) => title}
      onOrder={(next) => onChange({ columns: storedColumns(next, options.columns, null) })}
    >
      {(column) => {
        const isOpen = opened === column.name
        const source = columns[column.index]
        const visibility = column.visible ? t`Hide` : t`Show`
        return (
          <div className={styles.column}>
            <div className={styles.head}>
              <UnstyledButton
                className={styles.title}
                data-hidden={!column.visible || undefined}
                aria-expanded={isOpen}
                onClick={() => setOpened(isOpen ? null : column.name)}
              >
                {source && <TypeIcon column={source} />}
                <span className={styles.name}>{column.title || column.name}</span>
                <IconChevronDown size={14} stroke={1.75} className={styles.chevron} data-open={isOpen || undefined} />
              </UnstyledButton>
              {/* A native title instead of a tooltip component: two thousand tooltips would take a second to render. */}
              <ActionIcon
                title={visibility}
                aria-label={`${visibility} ${column.title}`}
                onClick={() => change(column.name, { visible: !column.visible })}
              >
                {column.visible ? <IconEye size={16} stroke={1.75} /> : <IconEyeOff size={16} stroke={1.75} />}
              </ActionIcon>
            </div>
            {isOpen && (
              <div className={styles.fields}>
                <ColumnFields
                  column={column}
                  columns={columns}
                  marks={formats.numberMarks}
                  isTable={isTable}
                  onChange={(patch) => change(column.name, patch)}
                />
              </div>
            )}
          </div>
        )
      }}
    </OrderedList>
  )
}

const displayNames: Record<Display, string> = {
  string: t`Text`,
  number: t`Number`,
  datetime: t`Date/Time`,
  boolean: t`Boolean`,
  image: t`Image`,
  link: t`Link`,
  json: 'JSON',
  sparkline: t`Sparkline`,
}
// Left stands for where lines start.
const [start, end] = inLine(t`Left`, t`Right`)
const alignmentNames = { left: start, center: t`Center`, right: end }

interface ColumnFieldsProps {
  column: TableColumn
  /** All columns of the result. */
  columns: readonly SourceColumn[]
  marks: NumberMarks
  isTable: boolean
  onChange(patch: Partial<StoredColumn>): void
}

function ColumnFields({ column, columns, marks, isTable, onChange }: ColumnFieldsProps) {
  return (
    <>
      <DebouncedInput label={t`Title`} value={column.title} onChange={(title) => onChange({ title })} />
      <DebouncedInput label={t`Description`} value={column.description} onChange={(description) => onChange({ description })} />
      <FieldPair>
        <Select
          label={t`Display as`}
          data={displays.map((value) => ({ value, label: displayNames[value] }))}
          value={column.displayAs}
          onChange={(value) => value && onChange({ displayAs: value })}
        />
        <Input.Wrapper label={t`Alignment`} labelElement="div">
          <SegmentedControl
            fullWidth
            aria-label={t`Alignment`}
            data={alignments.map((value) => ({ value, label: alignmentNames[value] }))}
            value={column.alignContent}
            onChange={(alignContent) => onChange({ alignContent })}
          />
        </Input.Wrapper>
      </FieldPair>
      <DisplayFields column={column} marks={marks} onChange={onChange} />
      {isTable && (
        <>
          <TableFields column={column} onChange={onChange} />
          {hasNumbers(column) && <CellFillFields column={column} onChange={onChange} />}
          {hasNumbers(column) && column.displayAs === 'number' && (
            <CompareFields column={column} columns={columns} onChange={onChange} />
          )}
          <ColorRules rules={column.colorRules} columns={columns} onChange={(colorRules) => onChange({ colorRules })} />
        </>
      )}
    </>
  )
}

const hasNumbers = ({ type }: TableColumn) => type === 'integer' || type === 'float'

const HINT = t`${'{{ column }}'} is a value of the row, ${'{{ @ }}'} the cell itself.`

function DisplayFields({ column, marks, onChange }: Omit<ColumnFieldsProps, 'isTable' | 'columns'>) {
  const texts = (key: TextOption, label: string, description?: string) => (
    <DebouncedInput
      label={label}
      description={description}
      value={String(column[key])}
      onChange={(value) => onChange({ [key]: value })}
    />
  )
  switch (column.displayAs) {
    case 'string':
      return (
        <>
          <SwitchRow
            label={t`Allow HTML content`}
            checked={column.allowHTML}
            onChange={(allowHTML) => onChange({ allowHTML })}
          />
          <SwitchRow
            label={t`Highlight links`}
            checked={column.highlightLinks}
            onChange={(highlightLinks) => onChange({ highlightLinks })}
          />
        </>
      )
    case 'number':
    case 'datetime':
      return <FormatFields column={column} marks={marks} onChange={onChange} />
    case 'boolean': {
      const [no, yes] = column.booleanValues
      return (
        <FieldPair>
          <DebouncedInput
            label={t`Value for false`}
            value={no}
            onChange={(value) => onChange({ booleanValues: [value, yes] })}
          />
          <DebouncedInput
            label={t`Value for true`}
            value={yes}
            onChange={(value) => onChange({ booleanValues: [no, value] })}
          />
        </FieldPair>
      )
    }
    case 'image':
      return (
        <>
          {texts('imageUrlTemplate', t`URL template`, HINT)}
          <FieldPair>
            {texts('imageWidth', t`Width`)}
            {texts('imageHeight', t`Height`)}
          </FieldPair>
          {texts('imageTitleTemplate', t`Title template`)}
        </>
      )
    case 'link':
      return (
        <>
          {texts('linkUrlTemplate', t`URL template`, HINT)}
          {texts('linkTextTemplate', t`Text template`)}
          {texts('linkTitleTemplate', t`Title template`)}
          <SwitchRow
            label={t`Open in new tab`}
            checked={column.linkOpenInNewTab}
            onChange={(linkOpenInNewTab) => onChange({ linkOpenInNewTab })}
          />
        </>
      )
    case 'json':
      return null
    case 'sparkline':
      return (
        <>
          <SparklineFields column={column} onChange={onChange} />
          <FormatFields column={column} marks={marks} onChange={onChange} />
        </>
      )
  }
}

type TextOption =
  | 'imageUrlTemplate'
  | 'imageWidth'
  | 'imageHeight'
  | 'imageTitleTemplate'
  | 'linkUrlTemplate'
  | 'linkTextTemplate'
  | 'linkTitleTemplate'
