import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import { IconCopy, IconPhoto, IconSvg } from '@tabler/icons-react'
import type { VisualizationTools } from './visualization.ts'

interface ImageItemsProps {
  tools: VisualizationTools
  /** Receives whether the browser allowed copying the image. */
  onCopied(isCopied: boolean): void
}

const icon = { size: 16, stroke: 1.75 }

/** The message about a copied image. */
export const copiedMessage = (isCopied: boolean) => (isCopied ? t`Image copied` : t`The browser blocked copying`)

/** The same items as a submenu. */
export const ImageSubmenu = (props: ImageItemsProps) => (
  <Menu.Sub>
    <Menu.Sub.Target>
      <Menu.Sub.Item leftSection={<IconPhoto {...icon} />}>
        <Trans>Image</Trans>
      </Menu.Sub.Item>
    </Menu.Sub.Target>
    <Menu.Sub.Dropdown>
      <ImageItems {...props} />
    </Menu.Sub.Dropdown>
  </Menu.Sub>
)

/** The menu items that make an image of a visualization. */
export const ImageItems = ({ tools, onCopied }: ImageItemsProps) => (
  <>
    <Menu.Item leftSection={<IconCopy {...icon} />} onClick={() => void tools.copyImage().then(onCopied)}>
      <Trans>Copy Image</Trans>
    </Menu.Item>
    <Menu.Item leftSection={<IconPhoto {...icon} />} onClick={tools.savePng}>
      <Trans>Save as PNG</Trans>
    </Menu.Item>
    <Menu.Item leftSection={<IconSvg {...icon} />} onClick={tools.saveSvg}>
      <Trans>Save as SVG</Trans>
    </Menu.Item>
  </>
)
