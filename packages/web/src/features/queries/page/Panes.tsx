import { t } from '@lingui/core/macro'
import { ActionIcon, Drawer, SegmentedControl, Splitter, Tooltip } from '@mantine/core'
import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { IconLayoutSidebar } from '@tabler/icons-react'
import {
  type CSSProperties,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useState,
} from 'react'
import { towardsEnd } from '../../../language/direction.ts'
import { DividerMenu, useDividerMenu } from '../../../ui/DividerMenu.tsx'
import { useIdle } from '../../../ui/loading-tracker.ts'
import { ON_PHONES } from '../../../ui/phone.ts'
import { limitedSize } from '../../../ui/WidthHandle.tsx'
import styles from './QueryPage.module.css'

interface PanesProps {
  source: ReactNode
  editor: ReactNode
  result: ReactNode
  isRunning: boolean
}

/** The pane that a very narrow window shows. */
type NarrowPane = 'editor' | 'result'
const narrowPanes: { value: NarrowPane; label: string }[] = [
  { value: 'editor', label: t`Query` },
  { value: 'result', label: t`Result` },
]

/** Default sizes, also set by double-clicking the divider: pixels, and percent of the height. */
const SOURCE_WIDTH = 264
const EDITOR_SHARE = 45

/** Limits in the same units, and what an entry of the menu of a divider changes. */
const sourceLimits = { min: 200, max: 480, step: 64 }
const shareLimits = { min: 15, max: 85, step: 10 }

/** Calls back for events of the divider of a row of panes itself, not for those of dividers within its panes. */
const onDivider =
  <Event extends MouseEvent | PointerEvent>(handle: (event: Event) => void) =>
  (event: Event) => {
    const divider = event.target instanceof Element ? event.target.closest('[role="separator"]') : null
    if (divider?.parentElement === event.currentTarget) handle(event)
  }

const splitStyles = (hasEdge: boolean) => ({
  root: styles.split,
  handle: hasEdge ? styles.edge : styles.noEdge,
  thumb: styles.grip,
  pane: styles.pane,
})

/** The orientation of the dividers themselves: the library states that of the row of panes, which is the other one. */
const nameOrientation = (orientation: 'vertical' | 'horizontal') => (root: HTMLElement | null) => {
  for (const divider of root?.querySelectorAll(':scope > [role="separator"]') ?? []) divider.ariaOrientation = orientation
}

const fullSize: CSSProperties = { flexGrow: 1, flexShrink: 1, flexBasis: 0 }
const hidden: CSSProperties = { display: 'none' }

/**
 * The panes of schema, editor and result, whose sizes are remembered. In a narrow window the schema is in a drawer; a very narrow one
 * shows either the editor or the result. Both stay mounted when the window is resized, so that the undo history, the cursor and the
 * scroll position are kept. The pane that a very narrow window does not show first is mounted when the browser is idle.
 */
export function Panes({ source, editor, result, isRunning }: PanesProps) {
  const isNarrow = useMediaQuery('(max-width: 1100px)', false, { getInitialValueInEffect: false })
  const showsOnePane = useMediaQuery(ON_PHONES, false, { getInitialValueInEffect: false })
  const [visiblePane, setVisiblePane] = useState<NarrowPane>('editor')
  const hasResult = useDeferredValue(useIdle() || !showsOnePane || visiblePane === 'result')
  useEffect(() => {
    if (isRunning) setVisiblePane('result')
  }, [isRunning])
  const [sourceWidth, setSourceWidth] = useLocalStorage({
    key: 'sightline-schema-width',
    defaultValue: SOURCE_WIDTH,
    getInitialValueInEffect: false,
  })
  const [editorShare, setEditorShare] = useLocalStorage({
    key: 'sightline-editor-share',
    defaultValue: EDITOR_SHARE,
    getInitialValueInEffect: false,
  })
  const sourceMenu = useDividerMenu()
  const shareMenu = useDividerMenu()
  const resetSource = () => {
    setSourceWidth(SOURCE_WIDTH)
    sourceMenu.close()
  }
  const styleOf = (pane: NarrowPane) => (showsOnePane ? (visiblePane === pane ? fullSize : hidden) : undefined)

  return (
    <>
      {showsOnePane && (
        <div className={styles.narrowSwitch}>
          <SourceDrawer>{source}</SourceDrawer>
          <SegmentedControl fullWidth value={visiblePane} onChange={setVisiblePane} data={narrowPanes} />
        </div>
      )}
      <div className={styles.body}>
        {isNarrow && !showsOnePane && <SourceDrawer>{source}</SourceDrawer>}
        <Splitter
          ref={nameOrientation('vertical')}
          attributes={{ handle: { 'aria-label': t`Width of the schema` } }}
          classNames={splitStyles(!isNarrow)}
          lineSize={1}
          withHandle={false}
          step="16px"
          shiftStep="64px"
          sizes={[`${sourceWidth}px`, 100]}
          onSizeChange={([first]) => setSourceWidth(Number.parseFloat(String(first)))}
          // The library would reset to a share of the window, not to pixels.
          resetOnDoubleClick={false}
          onDoubleClick={onDivider(resetSource)}
          onPointerDownCapture={onDivider(sourceMenu.onPress)}
          onClick={onDivider(sourceMenu.onClick)}
        >
          <Splitter.Pane
            defaultSize={`${SOURCE_WIDTH}px`}
            min={`${sourceLimits.min}px`}
            max={`${sourceLimits.max}px`}
            style={isNarrow ? hidden : undefined}
          >
            {!isNarrow && source}
          </Splitter.Pane>
          <Splitter.Pane defaultSize={100} min="320px" style={isNarrow ? fullSize : undefined}>
            <div className={styles.work}>
              <Splitter
                ref={nameOrientation('horizontal')}
                attributes={{ handle: { 'aria-label': t`Height of the editor` } }}
                orientation="vertical"
                classNames={splitStyles(!showsOnePane)}
                lineSize={1}
                sizes={[editorShare, 100 - editorShare]}
                onSizeChange={([first]) => setEditorShare(Number.parseFloat(String(first)))}
                onDoubleClick={onDivider(shareMenu.close)}
                onPointerDownCapture={onDivider(shareMenu.onPress)}
                onClick={onDivider(shareMenu.onClick)}
              >
                <Splitter.Pane defaultSize={EDITOR_SHARE} min={shareLimits.min} style={styleOf('editor')}>
                  {editor}
                </Splitter.Pane>
                <Splitter.Pane defaultSize={100 - EDITOR_SHARE} min={100 - shareLimits.max} style={styleOf('result')}>
                  {hasResult && result}
                </Splitter.Pane>
              </Splitter>
            </div>
          </Splitter.Pane>
        </Splitter>
      </div>
      <DividerMenu
        label={t`Width of the schema`}
        moves="sideways"
        place={sourceMenu.place}
        onStep={(by) => setSourceWidth((now) => limitedSize(now + towardsEnd(by) * sourceLimits.step, sourceLimits))}
        onReset={resetSource}
        onClose={sourceMenu.close}
      />
      <DividerMenu
        label={t`Height of the editor`}
        moves="up and down"
        place={shareMenu.place}
        onStep={(by) => setEditorShare((now) => limitedSize(now + by * shareLimits.step, shareLimits))}
        onReset={() => setEditorShare(EDITOR_SHARE)}
        onClose={shareMenu.close}
      />
    </>
  )
}

function SourceDrawer({ children }: { children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className={styles.rail}>
      <Tooltip label={t`Data source and schema`} position="right">
        <ActionIcon aria-label={t`Data source and schema`} aria-expanded={isOpen} onClick={() => setIsOpen(true)}>
          <IconLayoutSidebar size={16} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      <Drawer
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        size={320}
        title={t`Data source`}
        classNames={{ body: styles.drawer }}
      >
        {children}
      </Drawer>
    </div>
  )
}
