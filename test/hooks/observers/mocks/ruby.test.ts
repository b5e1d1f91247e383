import { describe, expect, it } from 'vitest';
import { folderWith, placesIn } from '../../../kit/mocks.ts';

const PROJECT = {
  'lib/cart.rb': 'class Cart; end\n',
  'lib/shop/price_list.rb': 'module Shop; class PriceList; end; end\n',
  'app/models/order.rb': 'class Order; end\n',
  'app/services/charge_card.rb': 'class ChargeCard; end\n',
  'app/models/concerns/taxed.rb': 'module Taxed; end\n',
  Gemfile: "source 'https://rubygems.org'\ngem 'acme-pay', '~> 1'\n",
};

const spec = (body: string): string => `RSpec.describe Cart do\n  ${body}\nend\n`;

const CASES: readonly (readonly [body: string, expected: readonly string[]])[] = [
  ['it { allow(Cart).to receive(:total).and_return(1) }', ['internal Cart']],
  ['it { allow(Cart).to(receive(:total)) }', ['internal Cart']],
  ['it { expect(Order).to receive(:find).with(1) }', ['internal Order']],
  ['it { expect(ChargeCard).not_to receive(:call) }', ['internal ChargeCard']],
  ['it { allow(Cart).to receive_messages(total: 1, size: 2) }', ['internal Cart']],
  ['it { allow(Cart).to receive_message_chain(:a, :b) }', ['internal Cart']],
  ['it { allow_any_instance_of(Order).to receive(:save) }', ['internal Order']],
  ['it { allow(Taxed).to receive(:rate) }', ['internal Taxed']],
  ['it { allow(Shop::PriceList).to receive(:load) }', ['internal Shop::PriceList']],
  ['it { allow(Cart::Item).to receive(:new) }', ['internal Cart::Item']],
  ['it { allow(described_class).to receive(:new) }', ['internal described_class']],
  ['let(:cart) { Cart.new(1) }\n  it { allow(cart).to receive(:total) }', ['internal cart']],
  ['let!(:cart) do\n    described_class.new\n  end\n  it { allow(cart).to receive(:total) }', ['internal cart']],
  ['subject(:cart) { described_class.new }\n  it { expect(cart).to receive(:total) }', ['internal cart']],
  ['it { allow(subject).to receive(:total) }', ['internal subject']],
  ['it do\n    cart = Cart.new\n    allow(cart).to receive(:total)\n  end', ['internal cart']],
  ['before { @cart = Cart.new }\n  it { allow(@cart).to receive(:total) }', ['internal @cart']],
  ['let(:order) { create(:order) }\n  it { allow(order).to receive(:save) }', ['internal order']],
  ["let(:cart) { instance_double('Cart', total: 1) }", ['internal Cart']],
  ['let(:cart) { instance_double(Cart) }', ['internal Cart']],
  ["it { class_double('Order').as_stubbed_const }", ['internal Order']],
  ["it { stub_const('Shop::PriceList', fake) }", ['internal Shop::PriceList']],
  ['it { Cart.stubs(:total).returns(1) }', ['internal Cart']],
  ['it { Cart.any_instance.stubs(:total) }', ['internal Cart']],
  ['it { Order.expects(:find) }', ['internal Order']],
  ['it { Cart.stub(:total, 1) { run } }', ['internal Cart']],
  ['it { Cart.stub :total, 1 do\n run\n end }', ['internal Cart']],
  ['it { allow(Net::HTTP).to receive(:get) }', ['boundary Net::HTTP']],
  ['it { allow(Time).to receive(:now) }', ['boundary Time']],
  ['it { allow(Kernel).to receive(:sleep) }', ['boundary Kernel']],
  ['it { expect(Rails.logger).to receive(:info) }', ['boundary Rails.logger']],
  ['it { File.stubs(:read).returns("") }', ['boundary File']],
  ['it { Stripe::Charge.expects(:create) }', ['boundary Stripe::Charge']],
  ["let(:r) { instance_double('Redis') }", ['boundary Redis']],
  ['it { allow(AcmePay::Client).to receive(:new) }', ['boundary AcmePay::Client']],
  ['it { allow(Nowhere).to receive(:x) }', ['unknown Nowhere']],
  ['it { allow(thing).to receive(:x) }', ['unknown thing']],
  ['it { allow(Cart.client).to receive(:x) }', ['unknown Cart.client']],
  ["it { stub_const('Cart::LIMIT', 3) }", ['unknown Cart::LIMIT']],
  ['it { expect(cart).to have_received(:total) }', []],
  ['it { expect(cart.total).to eq(1) }', []],
  ["let(:cart) { double('cart', total: 1) }", []],
  ['it { Cart.new.total }', []],
  ['# allow(Cart).to receive(:total)', []],
  ['it { x = "allow(Cart).to receive(:total)" }', []],
  ["it { x = 'Cart.stubs(:total)' }", []],
  ['it { x = <<~TEXT }\n    allow(Cart).to receive(:total)\n  TEXT', []],
  ['\n=begin\nallow(Cart).to receive(:total)\n=end', []],
  ['it { self.allow(Cart).tap { receive(:x) } }', []],
];

describe('mocks in Ruby', () => {
  it.each(CASES)('%s', async (body, expected) => {
    expect(await placesIn(spec(body), 'spec/cart_spec.rb', folderWith(PROJECT))).toEqual(expected);
  });

  it('what a test loads by a relative path is the project’s, without a look at the disk', async () => {
    const text =
      "require_relative '../lib/tax_table'\nclass T < Minitest::Test\n  def test_a = TaxTable.stubs(:rate)\nend\n";
    expect(await placesIn(text, 'test/tax_test.rb', folderWith({}))).toEqual(['internal TaxTable']);
  });

  it('packs and engines are looked into', async () => {
    const top = folderWith({ 'packs/pay/app/services/refund.rb': '', 'spec/.keep': '' });
    expect(await placesIn(spec('it { allow(Refund).to receive(:call) }'), 'spec/a_spec.rb', top)).toEqual([
      'internal Refund',
    ]);
  });
});
