import {
  ActionIcon,
  type ActionIconProps,
  Anchor,
  type AnchorProps,
  Button,
  type ButtonProps,
  Menu,
  type MenuItemProps,
} from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'

type AnchorElement = ComponentPropsWithRef<'a'>

/** A button that leads to a page of the product. */
export const LinkButton = createLink((props: ButtonProps & Omit<AnchorElement, keyof ButtonProps>) => (
  <Button component="a" {...props} />
))

/** An icon button that leads to a page of the product. */
export const LinkIcon = createLink((props: ActionIconProps & Omit<AnchorElement, keyof ActionIconProps>) => (
  <ActionIcon component="a" {...props} />
))

/** A menu entry that leads to a page of the product. */
export const LinkMenuItem = createLink((props: MenuItemProps & Omit<AnchorElement, keyof MenuItemProps>) => (
  <Menu.Item component="a" {...props} />
))

/** A link within a text, underlined: colour alone does not set it apart. */
export const TextLink = createLink((props: AnchorProps & Omit<AnchorElement, keyof AnchorProps>) => (
  <Anchor inherit underline="always" {...props} />
))
