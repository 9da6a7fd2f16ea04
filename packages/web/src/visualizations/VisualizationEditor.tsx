import { Button, CloseButton, Modal, Skeleton, TextInput } from '@mantine/core'
import { useHotkeys, useWindowEvent } from '@mantine/hooks'
import type { Cell } from '@sightline/contract/results.ts'
import type { Visualization } from '@sightline/contract/visualizations.ts'
import { countText } from '@sightline/domain/format/units.ts'
import { type ReactNode, Suspense, use, useCallback, useMemo, useState } from 'react'
import { DiscardDialog } from '../ui/Dialog.tsx'
import type { SourceColumn } from '../ui/data-table/row-source.ts'
import { ButtonKey, keyName } from '../ui/keyboard.tsx'
import { type Draft, isDirty, savedDraft, startDraft, withChoice, withName, withOptions } from './draft.ts'
import { editorOf, visualizationOf } from './registry.ts'
import { TypeGallery } from './TypeGallery.tsx'
import { currentKey, typeChoices } from './type-choices.ts'
import type { LoadData } from './use-result-data.ts'
import styles from './VisualizationEditor.module.css'
import { VisualizationView } from './VisualizationView.tsx'
import type { AnyVisualizationType, Formats, OtherQueries, ResultData } from './visualization.ts'

export interface VisualizationEditorProps {
  queryName: string
  /** Null for a new visualization. */
  visualization: Pick<Visualization, 'type' | 'name' | 'options'> | null
  /** All columns of the result. */
  columns: SourceColumn[]
  /** The first rows of the result, from which options of a new visualization are suggested. */
  rows: readonly Cell[][]
  /** Number of rows in the result. */
  rowCount: number
  /** Pass a stable function while it reads the same result. */
  loadData: LoadData
  /** Filters for the rows that `loadData` reads, shown above the preview. */
  filters?: ReactNode
  formats: Formats
  /** A field that chooses another query; omitted if types may name none. */
  QueryPicker?: OtherQueries['Picker']
  /** A link to the help about a type, shown in the head. */
  helpFor?(type: string): ReactNode
  /** Resolves when the visualization is stored; on rejection the editor stays open and shows the error message. */
  onSave(fields: { type: string; name: string; options: Record<string, unknown> }): Promise<void>
  /** Called after saving or discarding the changes. */
  onClose(): void
}

const MAX_NAME_LENGTH = 255

/**
 * The full-screen editor of one visualization, with a preview beside the options. It is composed of the parts of a Modal, because
 * a Dialog brings its own header, body and keyboard handling, and here Escape must first close open menus.
 */
export function VisualizationEditor({
  queryName,
  visualization,
  columns,
  rows,
  rowCount,
  loadData,
  filters,
  formats,
  QueryPicker,
  helpFor,
  onSave,
  onClose,
}: VisualizationEditorProps) {
  const [start] = useState(() => startDraft(visualization, columns, rows))
  const [draft, setDraft] = useState(start)
  const [state, setState] = useState<'editing' | 'saving' | 'failed' | 'leaving'>('editing')
  const [reason, setReason] = useState<string | null>(null)
  const [data, setData] = useState<ResultData | null>(null)
  const isChanged = isDirty(draft, start)
  const type = visualizationOf(draft.type)
  const Icon = type?.icon

  const problem = useMemo(
    () => type?.problem(type.options.parse(draft.options), columns) ?? null,
    [type, draft.options, columns],
  )
  const choices = useMemo(
    () => typeChoices(draft, columns, rows, formats.allowsCustomCode),
    [draft, columns, rows, formats.allowsCustomCode],
  )
  const { other } = loadData
  const others = useMemo(
    () => (QueryPicker === undefined || other === undefined ? null : { load: other, Picker: QueryPicker }),
    [QueryPicker, other],
  )
  const canSave = type !== null && problem === null && state !== 'saving' && (isChanged || visualization === null)

  const change = useCallback((patch: Record<string, unknown>) => setDraft((now) => withOptions(now, patch)), [])
  const close = () => {
    if (isChanged) setState('leaving')
    else onClose()
  }
  const save = async () => {
    if (!canSave) return
    setState('saving')
    try {
      await onSave(savedDraft(draft))
    } catch (error) {
      // Shown in the footer, because a toast would cover the save button.
      setReason(error instanceof Error ? error.message : null)
      setState('failed')
      return
    }
    onClose()
  }
  useHotkeys([['mod+S', () => void save(), { preventDefault: true }]], [])
  // A capturing listener, because an open menu has already been closed when the event bubbles up to here.
  useWindowEvent(
    'keydown',
    (event) => {
      if (event.key === 'Escape' && state !== 'leaving' && !isInOpenLayer(event.target)) close()
    },
    { capture: true },
  )

  return (
    <Modal.Root
      opened
      onClose={close}
      closeOnEscape={false}
      fullScreen
      radius={0}
      transitionProps={{ transition: 'fade', duration: 160 }}
    >
      <Modal.Overlay />
      <Modal.Content className={styles.content} classNames={{ inner: styles.inner }} aria-label="Visualization Editor">
        <header className={styles.head}>
          {Icon && <Icon size={20} stroke={1.75} />}
          <h2>Visualization Editor</h2>
          <span className={styles.query}>{queryName}</span>
          {isChanged && (
            <span className={styles.dirty}>
              <span className={styles.dot} aria-hidden />
              Unsaved changes
            </span>
          )}
          <span className={styles.ends}>
            {helpFor?.(draft.type)}
            <CloseButton aria-label="Close" onClick={close} />
          </span>
        </header>

        <div className={styles.body}>
          <section className={styles.options} aria-label="Options">
            <div className={styles.names}>
              <TypeGallery
                choices={choices}
                value={currentKey(draft)}
                onChoose={(chosen) => setDraft(withChoice(draft, chosen, columns, rows))}
              />
              <TextInput
                label="Visualization Name"
                maxLength={MAX_NAME_LENGTH}
                value={draft.name}
                onChange={(event) => setDraft(withName(draft, event.currentTarget.value))}
              />
            </div>
            {type && (
              <Suspense fallback={<OptionsSkeleton />}>
                <TypeEditor
                  key={type.type}
                  type={type}
                  draft={draft}
                  columns={columns}
                  data={data}
                  formats={formats}
                  others={others}
                  onChange={change}
                />
              </Suspense>
            )}
          </section>
          <section className={styles.preview} aria-label="Preview">
            <div className={styles.above}>
              {filters}
              <span className={styles.count}>{countText(rowCount, 'row')}, live preview</span>
            </div>
            <div className={styles.card}>
              <VisualizationView
                visualization={draft}
                loadData={loadData}
                columns={columns}
                formats={formats}
                refreshKey={null}
                onData={setData}
                onArrange={change}
              />
            </div>
          </section>
        </div>

        <footer className={styles.foot}>
          {state === 'failed' ? (
            <span className={styles.failed} role="alert">
              Visualization could not be saved{reason !== null && `: ${reason}`}
            </span>
          ) : (
            <span>{problem ?? 'Changes appear in the preview at once. Save to keep them.'}</span>
          )}
          <Button variant="default" className={styles.cancel} onClick={close}>
            Cancel
          </Button>
          <Button
            variant="filled"
            disabled={!canSave}
            loading={state === 'saving'}
            onClick={() => void save()}
            rightSection={<ButtonKey>{keyName('Ctrl')} S</ButtonKey>}
          >
            Save
          </Button>
        </footer>
        {state === 'leaving' && <DiscardDialog onKeep={() => setState('editing')} onDiscard={onClose} />}
      </Modal.Content>
    </Modal.Root>
  )
}

/** Whether a key event belongs to a menu, a colour picker or the help above the editor: Escape then closes only that. */
const isInOpenLayer = (target: EventTarget | null) =>
  target instanceof Element &&
  (target.closest('.mantine-Popover-dropdown, .mantine-Menu-dropdown, .mantine-Drawer-content') !== null ||
    target.getAttribute('aria-expanded') === 'true')

interface TypeEditorProps {
  type: AnyVisualizationType
  draft: Draft
  columns: SourceColumn[]
  data: ResultData | null
  formats: Formats
  others: OtherQueries | null
  onChange(patch: Record<string, unknown>): void
}

function TypeEditor({ type, draft, columns, data, formats, others, onChange }: TypeEditorProps) {
  const { Editor } = use(editorOf(type))
  const options = useMemo(() => type.options.parse(draft.options), [type, draft.options])
  return <Editor options={options} columns={columns} data={data} formats={formats} others={others} onChange={onChange} />
}

const OptionsSkeleton = () => (
  <div className={styles.skeleton} role="status" aria-label="Loading...">
    <Skeleton height={10} width="40%" />
    <Skeleton height={32} />
    <Skeleton height={10} width="30%" />
    <Skeleton height={32} />
  </div>
)
