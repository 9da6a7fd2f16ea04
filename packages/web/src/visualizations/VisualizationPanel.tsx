import { t } from '@lingui/core/macro'
import { ActionIcon, CloseButton, Tooltip } from '@mantine/core'
import type { RunParameter } from '@sightline/contract/pictures.ts'
import { IconArrowsMaximize } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { latinKey } from '../ui/keyboard.tsx'
import { WidthHandle, type WidthLimits } from '../ui/WidthHandle.tsx'
import { DraftName, DraftOptions } from './DraftOptions.tsx'
import { DraftStatus, SaveButtons, UnsavedMark } from './DraftStatus.tsx'
import { isInOpenLayer } from './open-layer.ts'
import { visualizationOf } from './registry.ts'
import type { DraftEditor } from './use-draft-editor.ts'
import type { LoadData } from './use-result-data.ts'
import styles from './VisualizationPanel.module.css'
import type { Formats, OtherQueries } from './visualization.ts'

export interface VisualizationPanelProps {
  editor: DraftEditor
  /** Its width in pixels beside the result; null if it stands below the result. */
  width: number | null
  limits: WidthLimits
  onWidth(width: number): void
  /** Pass a stable function while it reads the same rows. */
  loadData: LoadData
  /** Changes with the rows that `loadData` reads. */
  dataKey: string
  formats: Formats
  /** Of the query, with the values of the result. Pass the same array while they do not change. */
  parameters: readonly RunParameter[]
  /** A field that chooses another query; omitted if types may name none. */
  QueryPicker?: OtherQueries['Picker']
  /** A link to the help about a type, shown in the head. */
  helpFor(type: string): ReactNode
  onFullScreen(): void
  /** Called to end the editing; asks if that would lose changes. */
  onCancel(): void
}

/** Edits a visualization beside the result, where the visualization itself is the preview. */
export function VisualizationPanel(props: VisualizationPanelProps) {
  const {
    editor,
    width,
    limits,
    onWidth,
    loadData,
    dataKey,
    formats,
    parameters,
    QueryPicker,
    helpFor,
    onFullScreen,
    onCancel,
  } = props
  const panel = useRef<HTMLElement>(null)
  const Icon = visualizationOf(editor.draft.type)?.icon
  useEffect(() => {
    panel.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true })
    // Below a high result the panel may be out of view.
    panel.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || latinKey(event).toLowerCase() !== 's') return
    // Elsewhere on the page, the same key saves the query.
    event.preventDefault()
    event.stopPropagation()
    void editor.save()
  }
  // In the capture phase, because an open menu has already been closed when the event bubbles up to here.
  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isInOpenLayer(event.target instanceof Element ? event.target : null)) return
    // Dialogs and menus are children of the panel for React, but not in the page.
    if (event.target instanceof Node && !panel.current?.contains(event.target)) return
    event.stopPropagation()
    onCancel()
  }
  return (
    <section
      ref={panel}
      className={styles.panel}
      data-place={width === null ? 'below' : 'beside'}
      style={width === null ? undefined : { width }}
      aria-label={t`Settings of the visualization`}
      onKeyDown={onKeyDown}
      onKeyDownCapture={onKeyDownCapture}
    >
      {width !== null && <WidthHandle label={t`Width of the settings`} width={width} limits={limits} onChange={onWidth} />}
      <header className={styles.head}>
        {Icon && <Icon size={16} stroke={1.75} />}
        <DraftName editor={editor} look="title" />
        {helpFor(editor.draft.type)}
        <Tooltip label={t`Open full screen`}>
          <ActionIcon aria-label={t`Open Full Screen`} onClick={onFullScreen}>
            <IconArrowsMaximize size={16} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
        <CloseButton aria-label={t`Close`} onClick={onCancel} />
      </header>
      <DraftOptions {...{ editor, loadData, dataKey, formats, parameters, QueryPicker }} />
      <footer className={styles.foot}>
        <DraftStatus editor={editor} otherwise={null} />
        <div className={styles.ends}>
          {editor.isChanged && <UnsavedMark />}
          <SaveButtons editor={editor} onCancel={onCancel} />
        </div>
      </footer>
    </section>
  )
}
