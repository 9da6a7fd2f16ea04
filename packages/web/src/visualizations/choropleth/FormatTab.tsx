import { t } from '@lingui/core/macro'
import { Select, Textarea } from '@mantine/core'
import { DebouncedInput, SwitchRow } from '../EditorFields.tsx'
import { FieldPair, FieldRule } from '../EditorTabs.tsx'
import type { EditorProps } from '../visualization.ts'
import { alignments, type ChoroplethOptions, popupTemplate, positions } from './options.ts'

const positionNames = {
  'top-left': t`Top left`,
  'top-right': t`Top right`,
  'bottom-left': t`Bottom left`,
  'bottom-right': t`Bottom right`,
}
const alignmentNames = { left: t`Left`, center: t`Center`, right: t`Right` }
const HINT = t`${'{{ @@name }}'} and other codes of the region, ${'{{ @@value }}'}, ${'{{ column }}'} of the row`

/** Value formats, and the content of legend, tooltip and popup. */
export function FormatTab({ options, onChange }: EditorProps<ChoroplethOptions>) {
  const { legend, tooltip, popup } = options
  return (
    <>
      <FieldPair>
        <DebouncedInput
          label={t`Value Format`}
          value={options.valueFormat}
          onChange={(valueFormat) => onChange({ valueFormat })}
        />
        <DebouncedInput
          label={t`Value Placeholder`}
          value={options.noValuePlaceholder}
          onChange={(noValuePlaceholder) => onChange({ noValuePlaceholder })}
        />
      </FieldPair>
      <SwitchRow
        label={t`Show Legend`}
        checked={legend.visible}
        onChange={(visible) => onChange({ legend: { ...legend, visible } })}
      />
      <FieldPair>
        <Select
          label={t`Legend Position`}
          data={positions.map((value) => ({ value, label: positionNames[value] }))}
          value={legend.position}
          disabled={!legend.visible}
          onChange={(value) => {
            const position = positions.find((known) => known === value)
            if (position) onChange({ legend: { ...legend, position } })
          }}
        />
        <Select
          label={t`Legend Text Alignment`}
          data={alignments.map((value) => ({ value, label: alignmentNames[value] }))}
          value={legend.alignText}
          disabled={!legend.visible}
          onChange={(value) => {
            const alignText = alignments.find((known) => known === value)
            if (alignText) onChange({ legend: { ...legend, alignText } })
          }}
        />
      </FieldPair>
      <FieldRule />
      <SwitchRow
        label={t`Show Tooltip`}
        checked={tooltip.enabled}
        onChange={(enabled) => onChange({ tooltip: { ...tooltip, enabled } })}
      />
      <DebouncedInput
        label={t`Tooltip Template`}
        description={HINT}
        disabled={!tooltip.enabled}
        value={tooltip.template}
        onChange={(template) => onChange({ tooltip: { ...tooltip, template } })}
      />
      <SwitchRow
        label={t`Show Popup`}
        checked={popup.enabled}
        onChange={(enabled) => onChange({ popup: { ...popup, enabled } })}
      />
      <Textarea
        label={t`Popup Template`}
        autosize
        minRows={3}
        maxRows={8}
        disabled={!popup.enabled}
        value={popupTemplate(options)}
        onChange={(event) => onChange({ popup: { ...popup, template: event.currentTarget.value } })}
      />
    </>
  )
}
