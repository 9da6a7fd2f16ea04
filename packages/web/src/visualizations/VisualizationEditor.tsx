import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, CloseButton, Modal, Tooltip } from '@mantine/core'
import { useHotkeys, useWindowEvent } from '@mantine/hooks'
import type { RunParameter } from '@sightline/contract/pictures.ts'
import { countText } from '@sightline/domain/format/units.ts'
import { IconArrowsMinimize } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { DraftName, DraftOptions } from './DraftOptions.tsx'
import { DraftStatus, SaveButtons, UnsavedMark } from './DraftStatus.tsx'
import { isInOpenLayer } from './open-layer.ts'
import { visualizationOf } from './registry.ts'
import type { DraftEditor } from './use-draft-editor.ts'
import type { LoadData } from './use-result-data.ts'
import styles from './VisualizationEditor.module.css'
import { VisualizationView } from './VisualizationView.tsx'
import type { Formats, OtherQueries } from './visualization.ts'

export interface VisualizationEditorProps {
  editor: DraftEditor
  queryName: string
  /** Number of rows in the result. */
  rowCount: number
  /** Pass a stable function while it reads the same rows. */
  loadData: LoadData
  /** Changes with the rows that `loadData` reads. */
  dataKey: string
  /** Filters for the rows that `loadData` reads, shown above the preview. */
  filters?: ReactNode
  formats: Formats
  /** Of the query, with the values of the result. Pass the same array while they do not change. */
  parameters: readonly RunParameter[]
  /** A field that chooses another query; omitted if types may name none. */
  QueryPicker?: OtherQueries['Picker']
  /** A link to the help about a type, shown in the head. */
  helpFor(type: string): ReactNode
  /** Shows the panel beside the result instead, with the same draft; null if there is no room for it. */
  onLeaveFullScreen: (() => void) | null
  /** Called to end the editing; asks if that would lose changes. */
  onCancel(): void
  /** Whether that question is open. */
  isAsking: boolean
}

/**
 * The full-screen editor of one visualization, with a preview beside the options. It is composed of the parts of a Modal, because
 * a Dialog brings its own header, body and keyboard handling, and here Escape must first close open menus.
 */
export function VisualizationEditor(props: VisualizationEditorProps) {
  const {
    editor,
    queryName,
    rowCount,
    loadData,
    dataKey,
    filters,
    formats,
    parameters,
    QueryPicker,
    helpFor,
    onLeaveFullScreen,
    onCancel,
  } = props
  const { draft } = editor
  const Icon = visualizationOf(draft.type)?.icon
  const leave = onLeaveFullScreen ?? onCancel
  useHotkeys([['mod+S', () => void editor.save(), { preventDefault: true }]], [])
  // A capturing listener, because an open menu has already been closed when the event bubbles up to here.
  useWindowEvent(
    'keydown',
    (event) => {
      if (event.key === 'Escape' && !props.isAsking && !isInOpenLayer(event.target)) leave()
    },
    { capture: true },
  )

  return (
    <Modal.Root
      opened
      onClose={onCancel}
      closeOnEscape={false}
      fullScreen
      radius={0}
      transitionProps={{ transition: 'fade', duration: 160 }}
    >
      <Modal.Overlay />
      <Modal.Content className={styles.content} classNames={{ inner: styles.inner }} aria-label={t`Visualization Editor`}>
        <header className={styles.head}>
          {Icon && <Icon size={20} stroke={1.75} />}
          <h2>
            <Trans>Visualization Editor</Trans>
          </h2>
          <span className={styles.query}>{queryName}</span>
          {editor.isChanged && <UnsavedMark className={styles.dirty} />}
          <span className={styles.ends}>
            {helpFor(draft.type)}
            {onLeaveFullScreen !== null && (
              <Tooltip label={t`Exit full screen (Esc)`}>
                <ActionIcon aria-label={t`Exit Full Screen`} onClick={onLeaveFullScreen}>
                  <IconArrowsMinimize size={16} stroke={1.75} />
                </ActionIcon>
              </Tooltip>
            )}
            <CloseButton aria-label={t`Close`} onClick={onCancel} />
          </span>
        </header>

        <div className={styles.body}>
          <div className={styles.options}>
            <DraftOptions {...{ editor, loadData, dataKey, formats, parameters, QueryPicker }}>
              <DraftName editor={editor} look="field" />
            </DraftOptions>
          </div>
          <section className={styles.preview} aria-label={t`Preview`}>
            <div className={styles.above}>
              {filters}
              <span className={styles.count}>
                <Trans>{countText(rowCount, 'row')}, live preview</Trans>
              </span>
            </div>
            <div className={styles.card}>
              <VisualizationView
                visualization={draft}
                loadData={loadData}
                columns={editor.sample.columns}
                formats={formats}
                parameters={parameters}
                refreshKey={dataKey}
                onData={editor.setData}
                onArrange={editor.change}
              />
            </div>
          </section>
        </div>

        <footer className={styles.foot}>
          <DraftStatus editor={editor} otherwise={t`Changes appear in the preview at once. Save to keep them.`} />
          <SaveButtons editor={editor} onCancel={onCancel} />
        </footer>
      </Modal.Content>
    </Modal.Root>
  )
}
