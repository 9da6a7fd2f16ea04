import { t } from '@lingui/core/macro'
import { Select } from '@mantine/core'
import {
  type SparklineKind,
  type SparklineScale,
  sparklineKinds,
  sparklineScales,
} from '@sightline/domain/table-columns/sparkline-cell.ts'
import type { StoredColumn } from '@sightline/domain/table-columns/stored-columns.ts'
import type { TableColumn } from '@sightline/domain/table-columns/table-column.ts'
import { FieldPair } from '../../EditorTabs.tsx'

const kindNames: Record<SparklineKind, string> = { line: t`Line`, area: t`Area`, bars: t`Bars` }
const scaleNames: Record<SparklineScale, string> = { cell: t`One for each cell`, column: t`The same for all cells` }

interface SparklineFieldsProps {
  column: TableColumn
  onChange(patch: Partial<StoredColumn>): void
}

/** Chooses how lists of numbers are drawn. */
export const SparklineFields = ({ column: { sparklineKind, sparklineScale }, onChange }: SparklineFieldsProps) => (
  <FieldPair>
    <Select
      label={t`Drawn as`}
      data={sparklineKinds.map((kind) => ({ value: kind, label: kindNames[kind] }))}
      value={sparklineKind}
      allowDeselect={false}
      onChange={(next) => next && onChange({ sparklineKind: next })}
    />
    <Select
      label={t`Scale`}
      data={sparklineScales.map((scale) => ({ value: scale, label: scaleNames[scale] }))}
      value={sparklineScale}
      allowDeselect={false}
      onChange={(next) => next && onChange({ sparklineScale: next })}
    />
  </FieldPair>
)
