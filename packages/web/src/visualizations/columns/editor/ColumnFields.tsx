import { Input, SegmentedControl, Select } from '@mantine/core'
import { DebouncedInput } from '../../DebouncedInput.tsx'
import { SwitchRow } from '../../EditorFields.tsx'
import { FieldPair } from '../../EditorTabs.tsx'
import type { TableColumn } from '../stored-column.ts'
import { alignments, type Display, displays, type StoredColumn } from '../stored-column.ts'

const displayNames: Record<Display, string> = {
  string: 'Text',
  number: 'Number',
  datetime: 'Date/Time',
  boolean: 'Boolean',
  image: 'Image',
  link: 'Link',
  json: 'JSON',
}
const alignmentNames = { left: 'Left', center: 'Center', right: 'Right' }

interface ColumnFieldsProps {
  column: TableColumn
  offersSearch: boolean
  onChange(patch: Partial<StoredColumn>): void
}

export function ColumnFields({ column, offersSearch, onChange }: ColumnFieldsProps) {
  return (
    <>
      <DebouncedInput label="Title" value={column.title} onChange={(title) => onChange({ title })} />
      <DebouncedInput label="Description" value={column.description} onChange={(description) => onChange({ description })} />
      <FieldPair>
        <Select
          label="Display as"
          data={displays.map((value) => ({ value, label: displayNames[value] }))}
          value={column.displayAs}
          onChange={(value) => value && onChange({ displayAs: value })}
        />
        <Input.Wrapper label="Alignment" labelElement="div">
          <SegmentedControl
            fullWidth
            aria-label="Alignment"
            data={alignments.map((value) => ({ value, label: alignmentNames[value] }))}
            value={column.alignContent}
            onChange={(alignContent) => onChange({ alignContent })}
          />
        </Input.Wrapper>
      </FieldPair>
      <DisplayFields column={column} onChange={onChange} />
      {offersSearch && (
        <SwitchRow label="Use for search" checked={column.allowSearch} onChange={(allowSearch) => onChange({ allowSearch })} />
      )}
    </>
  )
}

const HINT = '{{ column }} is a value of the row, {{ @ }} the cell itself.'

function DisplayFields({ column, onChange }: Omit<ColumnFieldsProps, 'offersSearch'>) {
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
          <SwitchRow label="Allow HTML content" checked={column.allowHTML} onChange={(allowHTML) => onChange({ allowHTML })} />
          <SwitchRow
            label="Highlight links"
            checked={column.highlightLinks}
            onChange={(highlightLinks) => onChange({ highlightLinks })}
          />
        </>
      )
    case 'number':
      return texts('numberFormat', 'Number format', '0,0.00 groups thousands and writes two decimals.')
    case 'datetime':
      return texts('dateTimeFormat', 'Date/Time format', 'Such as YYYY-MM-DD HH:mm.')
    case 'boolean': {
      const [no, yes] = column.booleanValues
      return (
        <FieldPair>
          <DebouncedInput label="Value for false" value={no} onChange={(value) => onChange({ booleanValues: [value, yes] })} />
          <DebouncedInput label="Value for true" value={yes} onChange={(value) => onChange({ booleanValues: [no, value] })} />
        </FieldPair>
      )
    }
    case 'image':
      return (
        <>
          {texts('imageUrlTemplate', 'URL template', HINT)}
          <FieldPair>
            {texts('imageWidth', 'Width')}
            {texts('imageHeight', 'Height')}
          </FieldPair>
          {texts('imageTitleTemplate', 'Title template')}
        </>
      )
    case 'link':
      return (
        <>
          {texts('linkUrlTemplate', 'URL template', HINT)}
          {texts('linkTextTemplate', 'Text template')}
          {texts('linkTitleTemplate', 'Title template')}
          <SwitchRow
            label="Open in new tab"
            checked={column.linkOpenInNewTab}
            onChange={(linkOpenInNewTab) => onChange({ linkOpenInNewTab })}
          />
        </>
      )
    case 'json':
      return null
  }
}

type TextOption =
  | 'numberFormat'
  | 'dateTimeFormat'
  | 'imageUrlTemplate'
  | 'imageWidth'
  | 'imageHeight'
  | 'imageTitleTemplate'
  | 'linkUrlTemplate'
  | 'linkTextTemplate'
  | 'linkTitleTemplate'
