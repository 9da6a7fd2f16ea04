import { t } from '@lingui/core/macro'
import { Select } from '@mantine/core'
import { type CellFill, cellFills, type StoredColumn } from '@sightline/domain/table-columns/stored-columns.ts'
import type { TableColumn } from '@sightline/domain/table-columns/table-column.ts'
import { NumberField } from '../../EditorFields.tsx'
import { FieldPair } from '../../EditorTabs.tsx'
import { TableColorSelect } from './TableColorSelect.tsx'

const fillNames: Record<CellFill, string> = { none: t`Nothing`, bars: t`Bars`, heat: t`Heat` }

interface CellFillFieldsProps {
  column: TableColumn
  onChange(patch: Partial<StoredColumn>): void
}

/** Chooses bars or heat behind the numbers of a column. */
export function CellFillFields({ column, onChange }: CellFillFieldsProps) {
  const { cellFill, fillColor, lowColor, midpoint } = column
  return (
    <>
      <FieldPair>
        <Select
          label={t`Behind the numbers`}
          data={cellFills.map((fill) => ({ value: fill, label: fillNames[fill] }))}
          value={cellFill}
          allowDeselect={false}
          onChange={(next) => onChange({ cellFill: cellFills.find((fill) => fill === next) ?? cellFill })}
        />
        {cellFill !== 'none' && (
          <TableColorSelect
            label={cellFill === 'heat' ? t`Color of high values` : t`Color`}
            value={fillColor}
            onChange={(color) => onChange({ fillColor: color })}
          />
        )}
      </FieldPair>
      {cellFill === 'heat' && (
        <FieldPair>
          <NumberField
            label={t`Midpoint`}
            placeholder={t`None`}
            allowsDecimals
            value={midpoint}
            onChange={(value) => onChange({ midpoint: value })}
          />
          {midpoint !== null && (
            <TableColorSelect
              label={t`Color of low values`}
              value={lowColor}
              onChange={(color) => onChange({ lowColor: color })}
            />
          )}
        </FieldPair>
      )}
    </>
  )
}
