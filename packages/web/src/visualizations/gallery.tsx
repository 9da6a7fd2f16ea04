import { Trans } from '@lingui/react/macro'
import '@fontsource-variable/inter/opsz.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import '../app/theme/mantine-styles.ts'
import '../app/theme/tokens.css'
import '../app/theme/global.css'
import { Button, MantineProvider, SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { useCallback, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { cssVariablesResolver, theme } from '../app/theme/theme.ts'
import styles from './gallery.module.css'
import { visualizationTypes } from './registry.ts'
import { type Sample, sampleData, sampleFormats } from './samples.ts'
import { useDraftEditor } from './use-draft-editor.ts'
import type { LoadData } from './use-result-data.ts'
import { VisualizationEditor } from './VisualizationEditor.tsx'
import { VisualizationView } from './VisualizationView.tsx'
import type { AnyVisualizationType, Formats } from './visualization.ts'

// The gallery uses no external tile server.
const formats: Formats = { ...sampleFormats, allowsCustomCode: true, mapTiles: [] }
const unknownType = { title: 'An unknown type', options: {}, columns: [], rows: [], total: null }
const definitions = import.meta.glob<AnyVisualizationType>('./*/index.ts', { eager: true, import: 'default' })
const samples = import.meta.glob<Sample[]>('./*/samples.ts', { eager: true, import: 'samples' })

/** Each registered type with the samples in its folder, in the order of the registry. */
const exhibits: { type: string; samples: readonly Sample[] }[] = [
  ...visualizationTypes.map((definition) => {
    const index = Object.keys(definitions).find((path) => definitions[path] === definition)
    return { type: definition.type, samples: samples[`${index?.replace('index.ts', 'samples.ts')}`] ?? [] }
  }),
  { type: 'HOLOGRAM', samples: [unknownType] },
]

/** Renders every visualization from its samples. `#2` shows only the third; `#2/edit` opens its editor. */
function Gallery() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const only = /^#(\d+)(\/edit)?$/.exec(location.hash)
  const all = exhibits.flatMap(({ type, samples }) => samples.map((sample) => ({ type, sample })))
  return (
    <main className={styles.page}>
      <SegmentedControl
        aria-label="Theme"
        data={['light', 'dark', 'auto']}
        value={colorScheme}
        onChange={(scheme) => setColorScheme(scheme === 'light' || scheme === 'dark' ? scheme : 'auto')}
      />
      <div className={styles.grid} data-alone={only !== null || undefined}>
        {all.map(({ type, sample }, index) =>
          only === null || Number(only[1]) === index ? (
            <Exhibit key={sample.title} type={type} sample={sample} startsInEditor={only?.[2] !== undefined} />
          ) : null,
        )}
      </div>
    </main>
  )
}

function Exhibit({ type, sample, startsInEditor }: { type: string; sample: Sample; startsInEditor: boolean }) {
  const [isEditing, setIsEditing] = useState(startsInEditor)
  const [saved, setSaved] = useState({ type, name: sample.title, options: sample.options })
  const loadData: LoadData = useCallback(async (needs) => sampleData(sample, needs), [sample])
  const { editor } = useDraftEditor({
    of: isEditing ? sample.title : null,
    stored: saved,
    sample,
    async onSave(fields) {
      setSaved(fields)
      setIsEditing(false)
    },
  })
  return (
    <section className={styles.exhibit}>
      <header className={styles.head}>
        <h3>{sample.title}</h3>
        <Button variant="subtle" size="xs" onClick={() => setIsEditing(true)}>
          <Trans>Edit</Trans>
        </Button>
      </header>
      <div className={styles.stage}>
        <VisualizationView
          visualization={saved}
          refreshKey={null}
          columns={sample.columns}
          formats={formats}
          loadData={loadData}
        />
      </div>
      {editor !== null && (
        <VisualizationEditor
          editor={editor}
          queryName="Gallery"
          rowCount={sample.total ?? sample.rows.length}
          formats={formats}
          parameters={[]}
          loadData={loadData}
          dataKey={sample.title}
          helpFor={() => null}
          onLeaveFullScreen={null}
          onCancel={() => setIsEditing(false)}
          isAsking={false}
        />
      )}
    </section>
  )
}

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no element "root".')
createRoot(root).render(
  <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
    <Gallery />
  </MantineProvider>,
)
