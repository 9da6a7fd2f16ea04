import { t } from '@lingui/core/macro'
import { Skeleton, TextInput } from '@mantine/core'
import type { RunParameter } from '@sightline/contract/pictures.ts'
import { type ReactNode, Suspense, use, useId, useMemo, useRef, useState } from 'react'
import styles from './DraftOptions.module.css'
import { galleryGroups, picturedKeys } from './gallery-groups.ts'
import { editorOf, visualizationOf } from './registry.ts'
import { TypeCards, TypeField } from './TypeGallery.tsx'
import { TypePicture } from './TypePicture.tsx'
import { currentKey, typeChoices } from './type-choices.ts'
import type { DraftEditor } from './use-draft-editor.ts'
import type { LoadData } from './use-result-data.ts'
import type { AnyVisualizationType, Formats, OtherQueries } from './visualization.ts'

export interface DraftOptionsProps {
  editor: DraftEditor
  loadData: LoadData
  /** Changes with the rows that `loadData` reads. */
  dataKey: string
  formats: Formats
  /** Of the query, with the values of the result. */
  parameters: readonly RunParameter[]
  /** A field that chooses another query; omitted if types may name none. */
  QueryPicker?: OtherQueries['Picker'] | undefined
  /** Shown beside the type. */
  children?: ReactNode
}

/** The type of an edited visualization, and below it its options or, while another type is chosen, the gallery. */
export function DraftOptions({ editor, loadData, dataKey, formats, parameters, QueryPicker, children }: DraftOptionsProps) {
  const { draft, sample } = editor
  const { columns, rows } = sample
  const galleryId = useId()
  const field = useRef<HTMLButtonElement>(null)
  // A new visualization begins with the choice of its type.
  const [isChoosing, setIsChoosing] = useState(editor.isNew && !editor.isChanged)
  const choices = useMemo(
    () => typeChoices(draft, columns, rows, formats.allowsCustomCode),
    [draft, columns, rows, formats.allowsCustomCode],
  )
  const { other } = loadData
  const others = useMemo(
    () => (QueryPicker === undefined || other === undefined ? null : { load: other, Picker: QueryPicker }),
    [QueryPicker, other],
  )
  const pictured = useMemo(() => (isChoosing ? picturedKeys(columns, rows) : null), [isChoosing, columns, rows])
  const current = currentKey(draft)
  const type = visualizationOf(draft.type)
  const endChoice = () => {
    setIsChoosing(false)
    field.current?.focus()
  }
  return (
    <section className={styles.options} aria-label={t`Options`}>
      <div className={styles.top}>
        <TypeField
          ref={field}
          current={choices.find(({ key }) => key === current) ?? null}
          isOpen={isChoosing}
          galleryId={galleryId}
          onToggle={() => setIsChoosing((now) => !now)}
        />
        {children}
      </div>
      {pictured !== null ? (
        <TypeCards
          id={galleryId}
          groups={galleryGroups(choices, pictured)}
          value={current}
          pictureOf={(choice) =>
            choice.fits &&
            pictured.has(choice.key) && (
              <TypePicture
                draft={draft}
                choice={choice}
                sample={sample}
                loadData={loadData}
                dataKey={dataKey}
                formats={formats}
              />
            )
          }
          onChoose={(choice) => {
            if (choice.key !== current) editor.choose(choice)
            endChoice()
          }}
          onClose={endChoice}
        />
      ) : (
        type && (
          <Suspense fallback={<OptionsSkeleton />}>
            <TypeEditor key={type.type} type={type} editor={editor} formats={formats} others={others} parameters={parameters} />
          </Suspense>
        )
      )}
    </section>
  )
}

const MAX_NAME_LENGTH = 255

interface DraftNameProps {
  editor: DraftEditor
  /** As in a form, or as the title of a panel, which looks like a field only with the pointer or the focus in it. */
  look: 'field' | 'title'
}

/** The name of an edited visualization. */
export const DraftName = ({ editor, look }: DraftNameProps) => (
  <TextInput
    {...(look === 'field' ? { label: t`Visualization Name` } : { 'aria-label': t`Visualization Name`, size: 'sm' })}
    classNames={look === 'field' ? {} : { root: styles.titleRoot, input: styles.title }}
    maxLength={MAX_NAME_LENGTH}
    value={editor.draft.name}
    onChange={(event) => editor.rename(event.currentTarget.value)}
  />
)

interface TypeEditorProps {
  type: AnyVisualizationType
  editor: DraftEditor
  formats: Formats
  others: OtherQueries | null
  parameters: readonly RunParameter[]
}

function TypeEditor({ type, editor: { draft, sample, data, change }, ...shared }: TypeEditorProps) {
  const { Editor } = use(editorOf(type))
  const options = useMemo(() => type.options.parse(draft.options), [type, draft.options])
  return <Editor options={options} columns={sample.columns} data={data} onChange={change} {...shared} />
}

const OptionsSkeleton = () => (
  <div className={styles.skeleton} role="status" aria-label={t`Loading...`}>
    <Skeleton height={10} width="40%" />
    <Skeleton height={32} />
    <Skeleton height={10} width="30%" />
    <Skeleton height={32} />
  </div>
)
