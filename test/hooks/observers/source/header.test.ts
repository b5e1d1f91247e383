import { describe, expect, test } from 'vitest';
import { openingOf } from '../../../../src/hooks/observers/source/header.ts';
import { languageOf } from '../../../../src/hooks/observers/source/languages.ts';
import { scan } from '../../../../src/hooks/observers/source/scan.ts';

const read = (text: string, name = 'src/a.ts') => {
  const syntax = languageOf(name, text);
  if (syntax === null) throw new Error(name);
  return openingOf(text, scan(text, syntax));
};

const MIT = [
  'MIT License',
  '',
  'Copyright (c) 2024 Acme',
  '',
  'Permission is hereby granted, free of charge, to any person obtaining a copy',
  'of this software and associated documentation files.',
];
const APACHE = [
  'Copyright 2024 Acme Inc.',
  'Licensed under the Apache License, Version 2.0 (the "License");',
  'you may not use this file except in compliance with the License.',
];
const block = (lines: readonly string[]): string => `/*\n${lines.map((line) => ` * ${line}`).join('\n')}\n */\n`;

const WITH: readonly (readonly [string, string, string])[] = [
  ['a comment', 'a.ts', '/** Totals of a cart. */\nrun();'],
  ['line comments', 'a.ts', '// Totals of a cart.\nrun();'],
  ['a shebang above', 'a.ts', '#!/usr/bin/env node\n/** Totals of a cart. */\n'],
  ['a byte order mark above', 'a.ts', '\ufeff// Totals of a cart.\n'],
  ['a licence above', 'a.ts', `${block(MIT)}\n/** Totals of a cart. */\n`],
  ['another licence above', 'a.ts', `${block(APACHE)}\n// Totals of a cart.\n`],
  ['a licence below, in the same comment', 'a.ts', '/*\n * Totals of a cart.\n * Copyright 2024 Acme\n */\n'],
  ['a short licence above', 'a.ts', '// SPDX-License-Identifier: MIT\n\n// Totals of a cart.\n'],
  ["'use strict' above", 'a.js', "'use strict';\n\n// Totals of a cart.\nrun();"],
  ["'use client' above", 'a.tsx', '"use client"\n/** Totals of a cart. */\nrun();'],
  ['directives above', 'a.ts', '// @ts-check\n/* eslint-disable no-console */\n// Totals of a cart.\n'],
  ['a tag with words', 'a.ts', '/** @file totals of a cart */\n'],
  ['an annotation', 'a.ts', '/**\n * @decision DEC-CART-001\n * @title Totals in cents\n */\n'],
  ['words about licences', 'a.ts', '// Which licence keys a shop has, and what they unlock.\n'],
  ['words about copyright', 'a.ts', '// Copyright claims of users, and who answers them.\n'],
  ['words about globals', 'a.ts', '// globals of the page that tests replace\n'],
  ['words in another script', 'a.ts', '// 購物車的總額\n'],
  ['a docstring', 'a.py', '#!/usr/bin/env python3\n# -*- coding: utf-8 -*-\n"""Totals of a cart."""\nimport os\n'],
  ['a comment', 'a.py', '# Totals of a cart.\nimport os\n'],
  ['a magic comment above', 'a.rb', '# frozen_string_literal: true\n\n# Totals of a cart.\nclass Cart; end\n'],
  ['a block', 'a.rb', '=begin\nTotals of a cart.\n=end\nclass Cart; end\n'],
  ['a build tag above', 'a.go', '//go:build linux\n\n// Package cart has totals.\npackage cart\n'],
  ['inner attributes above', 'a.rs', '#![allow(dead_code)]\n//! Totals of a cart.\nuse std::fmt;\n'],
  ['an opening tag above', 'a.php', '<?php\n\ndeclare(strict_types=1);\n\n/**\n * Totals of a cart.\n */\n'],
  ['a guard above', 'a.hpp', '#pragma once\n// Totals of a cart.\n#include <x>\n'],
  ['an old guard above', 'a.h', '#ifndef CART_H\n#define CART_H\n\n/* Totals of a cart. */\n'],
  ['a shebang above', 'a.sh', '#!/bin/bash\n# Totals of a cart.\nset -e\n'],
  ['pragmas above', 'a.hs', '{-# LANGUAGE OverloadedStrings #-}\n-- | Totals of a cart.\nmodule Cart where\n'],
  ['a moduledoc', 'a.ex', 'defmodule Cart do\n  @moduledoc """\n  Totals of a cart.\n  """\n'],
  ['a comment of the page', 'a.vue', '<!-- Totals of a cart. -->\n<template></template>'],
  ['a comment in its script', 'a.vue', '<script setup lang="ts">\n// Totals of a cart.\n</script>'],
  ['pragmas above', 'a.pl', 'use strict;\nuse warnings;\n\n# Totals of a cart.\n'],
  ['a comment', 'a.lua', '--[[ Totals of a cart. ]]\n'],
  ['a comment', 'a.sql', '-- Totals of a cart.\nselect 1;'],
];

const WITHOUT: readonly (readonly [string, string, string])[] = [
  ['nothing', 'a.ts', 'run();\n'],
  ['a comment below the first statement', 'a.ts', "import a from 'a';\n// Totals of a cart.\n"],
  ['a comment behind the first statement', 'a.ts', "import a from 'a'; // what is used\n"],
  ['a comment in a string', 'a.ts', "const a = '// Totals of a cart.';\n"],
  ['a shebang alone', 'a.ts', '#!/usr/bin/env node\nrun();\n'],
  ['a licence alone', 'a.ts', `${block(MIT)}run();\n`],
  ['another licence alone', 'a.ts', `${block(APACHE)}run();\n`],
  ['a holder alone', 'a.ts', '// Copyright Acme Inc.\nrun();\n'],
  ['a short licence alone', 'a.ts', '// SPDX-License-Identifier: Apache-2.0\nrun();\n'],
  ["'use strict' alone", 'a.js', "'use strict';\nrun();\n"],
  ['directives alone', 'a.ts', '// @ts-check\n/* eslint-disable no-console */\n/* global $, jQuery */\nrun();\n'],
  ['a line', 'a.ts', '// ---------------\nrun();\n'],
  ['an empty comment', 'a.ts', '/**\n *\n */\nrun();\n'],
  ['a tag alone', 'a.ts', '/** @file */\nrun();\n'],
  ['its own name', 'a.ts', '// src/cart/total.ts\nrun();\n'],
  ['an encoding alone', 'a.py', '# -*- coding: utf-8 -*-\nimport os\n'],
  ['a docstring below an import', 'a.py', 'import os\n"""Totals of a cart."""\n'],
  ['a string that is used', 'a.py', '__doc__ = """Totals of a cart."""\n'],
  ['a magic comment alone', 'a.rb', '# frozen_string_literal: true\nclass Cart; end\n'],
  ['a build tag alone', 'a.go', '//go:build linux\n\npackage cart\n'],
  ['a comment of a class', 'a.java', 'package cart;\n\n/** Totals of a cart. */\nclass Cart {}\n'],
  ['a pragma alone', 'a.hs', '{-# LANGUAGE OverloadedStrings #-}\nmodule Cart where\n'],
];

describe('a header', () => {
  test.each(WITH)('is there: %s in %s', (_what, name, text) => {
    expect(read(text, name).header).toMatch(/total|licence|copyright|globals|Cart|購|cart/i);
  });

  test.each(WITHOUT)('is not there: %s in %s', (_what, name, text) => {
    expect(read(text, name).header).toBeNull();
  });

  test('is kept short', () => expect(read(`// ${'a'.repeat(5000)}`).header).toHaveLength(100));
});

describe('a file that a program made', () => {
  test.each([
    ['a.go', '// Code generated by protoc-gen-go. DO NOT EDIT.\npackage a\n'],
    ['a.ts', '/** @generated by the schema */\n'],
    ['a.ts', '/* eslint-disable */\n// This file was automatically generated. Do not modify it.\n'],
    ['a.cs', '// <auto-generated>\n// </auto-generated>\n'],
    ['a.py', '# Generated by the protocol compiler.  DO NOT EDIT!\n'],
    ['a.rs', '// This file is automatically @generated by cargo.\n'],
  ])('says so: %s %j', (name, text) => expect(read(text, name).isGenerated).toBe(true));

  test.each([
    ['a.ts', '// Ids that are auto-generated for orders.\n'],
    ['a.ts', '// Where generated files are kept.\n'],
    ['a.ts', 'run();\n// Code generated by x. DO NOT EDIT.\n'],
    ['a.ts', "const a = '@generated';\n"],
  ])('is not every one that speaks of that: %s %j', (name, text) => expect(read(text, name).isGenerated).toBe(false));
});
