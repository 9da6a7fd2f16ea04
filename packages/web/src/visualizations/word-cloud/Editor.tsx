import { t } from '@lingui/core/macro'
import { ColumnSelect } from '../ColumnSelect.tsx'
import { NumberField } from '../EditorFields.tsx'
import { EditorTabs, FieldGroup, FieldPair } from '../EditorTabs.tsx'
import type { EditorProps } from '../visualization.ts'
import type { WordCloudOptions } from './prepare.ts'

export const Editor = (props: EditorProps<WordCloudOptions>) => (
  <EditorTabs tabs={[{ name: t`General`, content: <GeneralTab {...props} /> }]} />
)

const limits = () => [
  { key: 'wordLengthLimit' as const, title: t`Words Length Limit`, minimum: t`Minimum length`, maximum: t`Maximum length` },
  { key: 'wordCountLimit' as const, title: t`Frequencies Limit`, minimum: t`Minimum frequency`, maximum: t`Maximum frequency` },
]

function GeneralTab({ options, columns, onChange }: EditorProps<WordCloudOptions>) {
  return (
    <>
      <ColumnSelect
        label={t`Words Column`}
        columns={columns}
        value={options.column}
        isRequired
        error={options.column === null ? t`Choose a words column.` : null}
        onChange={(column) => onChange({ column })}
      />
      <ColumnSelect
        label={t`Frequencies Column`}
        columns={columns}
        value={options.frequenciesColumn}
        isRequired={false}
        error={null}
        onChange={(frequenciesColumn) => onChange({ frequenciesColumn })}
      />
      {limits().map(({ key, title, minimum, maximum }) => (
        <div key={key}>
          <FieldGroup title={title} />
          <FieldPair>
            <NumberField
              label={minimum}
              min={0}
              value={options[key].min}
              onChange={(min) => onChange({ [key]: { ...options[key], min } })}
            />
            <NumberField
              label={maximum}
              min={0}
              value={options[key].max}
              onChange={(max) => onChange({ [key]: { ...options[key], max } })}
            />
          </FieldPair>
        </div>
      ))}
    </>
  )
}
