// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

/* What Mintglass runs inside one `eth_call` with state overrides: its code stands at an address drawn for this call,
 * which has a balance of the native coin by override. It buys a token in a pool, and from there on tries sales and
 * transfers, each in a call of its own that is always taken back, so that every case starts from the same state.
 *
 * Whoever buys has no code and never had any: its address is that of a contract that is made (CREATE2) only for the
 * moment in which it has to act, and whose constructor leaves no code behind.
 *
 * Compiled by `compile.mjs`; the result is committed as src/chain/evm/security/probe-code.ts. */

/// What to do, in words of 32 bytes.
struct Plan {
    address token;
    /// 0 is the native coin: of kinds 3 and 4 only.
    address quote;
    address wrapped;
    /// The pool of token and quote: what kind it is, and of kind 0 its fee in millionths. Of kinds 3 and 4 the contract
    /// that holds the tokens of all pools.
    address pool;
    uint256 kind;
    uint256 fee;
    /// The pool that gives the quote for the wrapped native coin; 0 where that is the quote.
    address hopPool;
    uint256 hopKind;
    uint256 hopFee;
    /// Wei for the quote.
    uint256 budget;
    /// Sends this call; has the code of `Puppet`, as the accounts below.
    address origin;
    /// Of Uniswap v2 or a fork; 0 for none.
    address router;
    address owner;
    address holder0;
    address holder1;
    address holder2;
    /// Of the quote, where the balance of `pool` does not say it; 0: where it does.
    uint256 depth;
    /// Of kinds 3 and 4: who swaps, and the words of the pool's key, five or six.
    address manager;
    uint256[6] key;
}

/// What came of a case. Of purchases `sent` is quote, `arrived` what the buyer's balance rose by, `drop` what that of the
/// pool fell by, `expected` what the pool gave. Of sales `sent` is token, `arrived` what reached the pool, `drop` what
/// left the seller, `expected` the quote that the pool would give for all of `sent` (0: unknown), `got` what it gave.
struct Row {
    uint256 id;
    uint256 stage;
    uint256 sent;
    uint256 arrived;
    uint256 drop;
    uint256 expected;
    uint256 got;
    uint256 reasonBytes;
    bytes32[4] reason;
}

/// As the router of Aerodrome is told.
struct Route {
    address from;
    address to;
    bool isStable;
    address factory;
}

struct Venue {
    address pool;
    uint256 kind;
    uint256 fee;
}

/// Makes the calls that its maker lists, and leaves no code.
contract Actor {
    constructor() {
        uint256 count = Probe(payable(msg.sender)).taskCount();
        for (uint256 at = 0; at < count; at++) {
            (address target, bytes memory data) = Probe(payable(msg.sender)).taskAt(at);
            bool done;
            uint256 word;
            uint256 size;
            assembly {
                done := call(gas(), target, 0, add(data, 32), mload(data), 0, 0)
                size := returndatasize()
                if gt(size, 128) { size := 128 }
                // The step that failed, then the reason.
                if iszero(done) {
                    mstore(0, add(at, 1))
                    returndatacopy(32, 0, size)
                    revert(0, add(32, size))
                }
                if eq(size, 32) {
                    returndatacopy(0, 0, 32)
                    word := mload(0)
                }
            }
            if (size == 32 && word == 0) {
                assembly {
                    mstore(0, add(at, 1))
                    revert(0, 32)
                }
            }
        }
        assembly {
            return(0, 0)
        }
    }
}

/// Code of an account that exists: it does what the probe says, and for everyone else it has no code that acts.
contract Puppet {
    // Replaced by the probe's address.
    address internal constant PROBE = 0x7E57c0de1A2b3C4D5e6F708192A3B4C5D6E7f809;

    fallback() external payable {
        if (msg.sender != PROBE) return;
        assembly {
            let target := shr(96, calldataload(0))
            let size := sub(calldatasize(), 20)
            calldatacopy(0, 20, size)
            let done := call(gas(), target, 0, 0, size, 0, 0)
            size := returndatasize()
            if gt(size, 128) { size := 128 }
            returndatacopy(0, 0, size)
            switch done
            case 0 { revert(0, size) }
            default { return(0, size) }
        }
    }
}

contract Probe {
    uint256 internal constant V2 = 0;
    uint256 internal constant V3 = 1;
    uint256 internal constant AERODROME = 2;
    // Pools that a contract manages for all: Uniswap v4, PancakeSwap Infinity.
    uint256 internal constant V4 = 3;
    uint256 internal constant INFINITY = 4;

    // Stages at which a case ends.
    uint256 internal constant DONE = 0;
    uint256 internal constant APPROVE = 1;
    uint256 internal constant TRANSFER = 2;
    uint256 internal constant PULL = 3;
    uint256 internal constant NOTHING_ARRIVED = 4;
    uint256 internal constant SWAP = 5;
    uint256 internal constant PAY = 6;
    uint256 internal constant NOTHING_HELD = 7;
    uint256 internal constant BROKEN = 8;
    uint256 internal constant SKIPPED = 9;
    uint256 internal constant SHORT = 10;

    uint256 internal constant CASE_GAS = 3_000_000;
    uint256 internal constant READ_GAS = 300_000;
    uint256 internal constant MOST_RETURNED = 288;
    uint256 internal constant ROW_WORDS = 12;
    uint256 internal constant MOST_ROWS = 32;
    bytes32 internal constant ENDED = keccak256("mintglass: case ended");
    bytes32 internal constant UNPAID = keccak256("mintglass: unpaid");
    // What a manager makes of a failure of a token or a hook.
    bytes4 internal constant WRAPPED = bytes4(keccak256("WrappedError(address,bytes4,bytes,bytes)"));
    bytes4 internal constant UNLOCK_V4 = bytes4(keccak256("unlock(bytes)"));
    bytes4 internal constant LOCK_INFINITY = bytes4(keccak256("lock(bytes)"));
    bytes4 internal constant SYNC = bytes4(keccak256("sync(address)"));
    bytes4 internal constant SETTLE = bytes4(keccak256("settle()"));
    bytes4 internal constant TAKE = bytes4(keccak256("take(address,address,uint256)"));
    bytes4 internal constant SWAP_V4 =
        bytes4(keccak256("swap((address,address,uint24,int24,address),(bool,int256,uint160),bytes)"));
    bytes4 internal constant SWAP_INFINITY =
        bytes4(keccak256("swap((address,address,address,address,uint24,bytes32),(bool,int256,uint160),bytes)"));
    bytes4 internal constant ROUTE_AERODROME = bytes4(
        keccak256(
            "swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256,uint256,(address,address,bool,address)[],address,uint256)"
        )
    );

    uint256 internal constant ALICE = 1;
    uint256 internal constant BOB = 2;
    uint256 internal constant CAROL = 3;
    uint256 internal constant NOBODY = 4;

    struct Task {
        address target;
        bytes data;
    }

    Plan internal plan;
    Task[] internal tasks;
    uint256 internal bought;
    uint256 internal paid;
    // Who pays a pool of v3 or a manager, with what, and how much of a token is pulled.
    address internal payer;
    address internal payToken;
    uint256 internal payAmount;
    uint256 internal payReceived;
    // Of a manager: who gets what, and how much it was.
    address internal payWanted;
    address internal payTo;
    uint256 internal payGot;

    receive() external payable {}

    function taskCount() external view returns (uint256) {
        return tasks.length;
    }

    function taskAt(uint256 at) external view returns (address, bytes memory) {
        return (tasks[at].target, tasks[at].data);
    }

    /// Rows of 12 words.
    function probe(Plan calldata wanted) external returns (uint256[] memory) {
        plan = wanted;
        Row[] memory rows = new Row[](MOST_ROWS);
        uint256 count = 0;
        rows[count++] = _facts();
        rows[count] = _run(1, 0);
        if (rows[count++].stage != DONE) return _words(rows, count);
        uint256 depth = plan.depth != 0 ? plan.depth : _balance(plan.quote, plan.pool);
        uint256 held = _balance(plan.quote, address(this));
        uint256 amount = depth / 1_000;
        // Half stays for the larger purchases.
        if (amount > held / 2) amount = held / 2;
        bool isBought = false;
        for (uint256 attempt = 0; attempt < 4 && amount > 0; attempt++) {
            rows[count] = _run(2, amount);
            isBought = rows[count++].stage == DONE;
            if (isBought) break;
            amount /= 10;
        }
        if (isBought) {
            paid = amount;
            bought = _balance(plan.token, _actor(ALICE));
            for (uint256 id = 3; id <= 15; id++) rows[count++] = _run(id, amount);
        }
        if (bought == 0) bought = type(uint256).max;
        for (uint256 id = 16; id <= 20; id++) {
            address whom = _account(id);
            if (whom != address(0)) rows[count++] = _run(id, amount);
        }
        rows[count] = _blank(21);
        rows[count].sent = _balance(plan.token, _actor(NOBODY));
        rows[count].arrived = _balance(plan.token, _actor(ALICE));
        count++;
        return _words(rows, count);
    }

    /// One case in a call of its own: what it did is taken back, but for the setup and the first purchase.
    function runCase(uint256 id, uint256 amount) external {
        if (msg.sender != address(this)) return;
        Row memory row = _blank(id);
        _case(row, id, amount);
        bool isKept = id <= 2 && row.stage == DONE;
        assembly {
            // The mark, then the row with its list in place.
            let out := mload(0x40)
            for { let at := 0 } lt(at, 8) { at := add(at, 1) } {
                mstore(add(out, add(32, mul(at, 32))), mload(add(row, mul(at, 32))))
            }
            let list := mload(add(row, 256))
            for { let at := 0 } lt(at, 4) { at := add(at, 1) } {
                mstore(add(out, add(288, mul(at, 32))), mload(add(list, mul(at, 32))))
            }
            mstore(0x40, add(out, 416))
            if isKept { return(add(out, 32), 384) }
            revert(add(out, 32), 384)
        }
    }

    /// Callbacks of pools, whatever they are called: (int256 delta0, int256 delta1, bytes), and of managers: (bytes).
    fallback() external payable {
        if (payer == address(0) || msg.data.length < 68) return;
        if (plan.kind >= V4 && msg.sender == plan.pool) {
            _tradeUnlocked();
            assembly {
                // Bytes that are empty.
                mstore(0, 32)
                mstore(32, 0)
                return(0, 64)
            }
        }
        int256 delta0;
        int256 delta1;
        assembly {
            delta0 := calldataload(4)
            delta1 := calldataload(36)
        }
        uint256 owed = uint256(delta0 > 0 ? delta0 : delta1);
        if (payer == address(this)) {
            (bool isPaid, bytes memory said) = _call(payToken, abi.encodeWithSelector(0xa9059cbb, msg.sender, owed));
            if (!isPaid) _unpaid(PAY, 0, said);
            return;
        }
        uint256 before = _balance(payToken, msg.sender);
        (bool isPulled, bytes memory reason) =
            _call(payToken, abi.encodeWithSelector(0x23b872dd, payer, msg.sender, payAmount));
        if (!isPulled) _unpaid(PULL, 0, reason);
        uint256 received = _rise(before, _balance(payToken, msg.sender));
        if (received < owed) _unpaid(received == 0 ? NOTHING_ARRIVED : SHORT, received, "");
        payReceived = received;
    }

    function _unpaid(uint256 stage, uint256 received, bytes memory reason) internal pure {
        bytes memory data = abi.encodePacked(UNPAID, stage, received, reason);
        assembly {
            revert(add(data, 32), mload(data))
        }
    }

    function _case(Row memory row, uint256 id, uint256 amount) internal {
        if (id == 1) _setUp(row);
        else if (id == 2) _buy(row, _actor(ALICE), amount);
        else if (id == 3) _sellShare(row, 1);
        else if (id == 4) _transferHalf(row);
        else if (id == 5) _sellReceived(row);
        else if (id == 6) _sellRest(row);
        else if (id == 7) _sellTwice(row);
        else if (id == 8) _sellShare(row, 2);
        else if (id == 9) _sellShare(row, 100);
        else if (id == 10) _buy(row, _actor(CAROL), _ofHeld(10 * amount));
        else if (id == 11) _sellBig(row, _ofHeld(10 * amount));
        else if (id == 12) _sellAsOrigin(row, amount);
        else if (id == 13) _sellDirectly(row);
        else if (id == 14) _sellThroughRouter(row);
        else if (id == 15) _readAllowance(row);
        else if (id <= 19) _sellOfAccount(row, _account(id));
        else if (id == 20) _sellGift(row);
    }

    function _account(uint256 id) internal view returns (address) {
        if (id == 16 || id == 20) return plan.owner;
        if (id == 17) return plan.holder0;
        return id == 18 ? plan.holder1 : plan.holder2;
    }

    // The cases.

    function _facts() internal view returns (Row memory row) {
        row = _blank(0);
        (bool isKnown, uint256 supply) = _read(plan.token, abi.encodeWithSelector(0x18160ddd));
        row.sent = isKnown ? supply : 0;
        (bool isOwned, uint256 owner) = _read(plan.token, abi.encodeWithSelector(0x8da5cb5b));
        if (!isOwned) (isOwned, owner) = _read(plan.token, abi.encodeWithSelector(0x893d20e8));
        row.arrived = isOwned && owner >> 160 == 0 ? owner : 0;
        row.drop = isOwned ? 1 : 0;
        row.expected = block.number;
        row.got = block.timestamp;
    }

    function _setUp(Row memory row) internal {
        row.sent = plan.budget;
        if (plan.quote == address(0)) {
            row.arrived = plan.budget;
            return;
        }
        (bool isWrapped, bytes memory reason) = _callWith(plan.wrapped, plan.budget, hex"d0e30db0");
        if (!isWrapped) return _fail(row, PAY, reason);
        if (plan.hopPool != address(0)) {
            Venue memory hop = Venue(plan.hopPool, plan.hopKind, plan.hopFee);
            _take(row, hop, plan.wrapped, plan.quote, address(this), plan.budget);
            if (row.stage != DONE) return;
        }
        row.sent = plan.budget;
        row.arrived = _balance(plan.quote, address(this));
        if (row.arrived == 0) row.stage = NOTHING_HELD;
    }

    function _buy(Row memory row, address to, uint256 amount) internal {
        _take(row, Venue(plan.pool, plan.kind, plan.fee), plan.quote, plan.token, to, amount);
        if (row.stage == DONE && row.arrived == 0) row.stage = NOTHING_ARRIVED;
    }

    function _sellShare(Row memory row, uint256 share) internal {
        if (!_arm(row, ALICE, address(0), "")) return;
        _sell(row, _actor(ALICE), _balance(plan.token, _actor(ALICE)) / share);
    }

    function _giveHalf(Row memory row) internal returns (bool) {
        address alice = _actor(ALICE);
        address bob = _actor(BOB);
        uint256 before = _balance(plan.token, alice);
        uint256 beforeBob = _balance(plan.token, bob);
        row.sent = before / 2;
        if (row.sent == 0) {
            row.stage = NOTHING_HELD;
            return false;
        }
        if (!_arm(row, ALICE, plan.token, abi.encodeWithSelector(0xa9059cbb, bob, row.sent))) return false;
        row.arrived = _rise(beforeBob, _balance(plan.token, bob));
        row.drop = _rise(_balance(plan.token, alice), before);
        return true;
    }

    function _transferHalf(Row memory row) internal {
        if (_giveHalf(row) && row.arrived == 0) row.stage = NOTHING_ARRIVED;
    }

    function _sellReceived(Row memory row) internal {
        if (!_giveHalf(row)) return;
        if (!_arm(row, BOB, address(0), "")) return;
        _sell(row, _actor(BOB), _balance(plan.token, _actor(BOB)));
    }

    function _sellRest(Row memory row) internal {
        if (!_giveHalf(row)) return;
        _sell(row, _actor(ALICE), _balance(plan.token, _actor(ALICE)));
    }

    function _sellTwice(Row memory row) internal {
        if (!_arm(row, ALICE, address(0), "")) return;
        address alice = _actor(ALICE);
        Row memory first = _blank(0);
        _sell(first, alice, _balance(plan.token, alice) / 2);
        if (first.stage != DONE) {
            row.stage = SKIPPED;
            return;
        }
        _sell(row, alice, _balance(plan.token, alice));
    }

    function _sellBig(Row memory row, uint256 amount) internal {
        address carol = _actor(CAROL);
        Row memory purchase = _blank(0);
        _buy(purchase, carol, amount);
        if (purchase.stage != DONE) {
            row.stage = SKIPPED;
            return;
        }
        if (!_arm(row, CAROL, address(0), "")) return;
        _sell(row, carol, _balance(plan.token, carol));
    }

    function _sellAsOrigin(Row memory row, uint256 amount) internal {
        Row memory purchase = _blank(0);
        _buy(purchase, plan.origin, _ofHeld(amount));
        if (purchase.stage != DONE) {
            row.stage = SKIPPED;
            return;
        }
        _sellOfAccount(row, plan.origin);
    }

    function _sellDirectly(Row memory row) internal {
        address alice = _actor(ALICE);
        uint256 amount = _balance(plan.token, alice);
        if ((plan.kind != V2 && plan.kind != AERODROME) || amount == 0) {
            row.stage = SKIPPED;
            return;
        }
        row.sent = amount;
        row.expected = _out(Venue(plan.pool, plan.kind, plan.fee), amount, plan.token);
        if (!_arm(row, ALICE, plan.token, abi.encodeWithSelector(0xa9059cbb, plan.pool, amount))) return;
        row.drop = _rise(_balance(plan.token, alice), amount);
        _swapArrived(row, alice);
    }

    function _sellThroughRouter(Row memory row) internal {
        address alice = _actor(ALICE);
        uint256 amount = _balance(plan.token, alice);
        if (plan.router.code.length == 0 || amount == 0) {
            row.stage = SKIPPED;
            return;
        }
        row.sent = amount;
        row.expected = _out(Venue(plan.pool, plan.kind, plan.fee), amount, plan.token);
        uint256 before = _balance(plan.quote, alice);
        uint256 beforePool = _balance(plan.token, plan.pool);
        delete tasks;
        tasks.push(Task(plan.token, abi.encodeWithSelector(0x095ea7b3, plan.router, type(uint256).max)));
        tasks.push(Task(plan.router, plan.kind == AERODROME ? _routeAerodrome(amount, alice) : _routeV2(amount, alice)));
        if (!_act(row, ALICE)) return;
        row.arrived = _rise(beforePool, _balance(plan.token, plan.pool));
        row.drop = _rise(_balance(plan.token, alice), amount);
        row.got = _rise(before, _balance(plan.quote, alice));
    }

    function _routeV2(uint256 amount, address to) internal view returns (bytes memory) {
        address[] memory path = new address[](2);
        path[0] = plan.token;
        path[1] = plan.quote;
        // swapExactTokensForTokensSupportingFeeOnTransferTokens
        return abi.encodeWithSelector(0x5c11d795, amount, 0, path, to, type(uint256).max);
    }

    function _routeAerodrome(uint256 amount, address to) internal view returns (bytes memory) {
        // stable(), factory()
        (, uint256 stable) = _read(plan.pool, hex"22be3de1");
        (, uint256 factory) = _read(plan.pool, hex"c45a0155");
        Route[] memory routes = new Route[](1);
        routes[0] = Route(plan.token, plan.quote, stable == 1, address(uint160(factory)));
        return abi.encodeWithSelector(ROUTE_AERODROME, amount, 0, routes, to, type(uint256).max);
    }

    function _readAllowance(Row memory row) internal {
        if (!_arm(row, ALICE, address(0), "")) return;
        row.sent = _balance(plan.token, _actor(ALICE));
        (bool isKnown, uint256 allowed) =
            _read(plan.token, abi.encodeWithSelector(0xdd62ed3e, _actor(ALICE), address(this)));
        row.arrived = allowed;
        if (!isKnown) row.stage = BROKEN;
    }

    function _sellOfAccount(Row memory row, address seller) internal {
        uint256 amount = _balance(plan.token, seller);
        if (bought != 0 && amount > bought) amount = bought;
        if (amount == 0) {
            row.stage = NOTHING_HELD;
            return;
        }
        (bool isApproved, bytes memory reason) =
            _order(seller, plan.token, abi.encodeWithSelector(0x095ea7b3, address(this), type(uint256).max));
        if (!isApproved) return _fail(row, APPROVE, reason);
        _sell(row, seller, amount);
    }

    /// The owner gives to an account that never bought, and that sells.
    function _sellGift(Row memory row) internal {
        address carol = _actor(CAROL);
        uint256 amount = _balance(plan.token, plan.owner);
        if (amount > bought) amount = bought;
        if (amount == 0) {
            row.stage = NOTHING_HELD;
            return;
        }
        row.sent = amount;
        (bool isGiven, bytes memory reason) =
            _order(plan.owner, plan.token, abi.encodeWithSelector(0xa9059cbb, carol, amount));
        if (!isGiven) return _fail(row, TRANSFER, reason);
        if (!_arm(row, CAROL, address(0), "")) return;
        _sell(row, carol, _balance(plan.token, carol));
    }

    // Trades.

    /// `amount` of what this contract holds of `paying` for what the pool gives.
    function _take(Row memory row, Venue memory at, address paying, address wanted, address to, uint256 amount) internal {
        uint256 before = _balance(wanted, to);
        uint256 beforePool = _balance(wanted, at.pool);
        row.sent = amount;
        if (at.kind == V3) {
            (bool isDone, bytes memory said) = _swapV3(at.pool, paying, wanted, to, amount, address(this), amount);
            if (!isDone) return _failUnpaid(row, said);
            row.expected = _outOf(said, paying < wanted);
        } else if (at.kind >= V4) {
            (bool isDone, bytes memory said) = _tradeManaged(paying, wanted, to, amount, address(this));
            if (!isDone) return _failUnpaid(row, said);
            row.expected = payGot;
        } else {
            row.expected = _out(at, amount, paying);
            if (row.expected == 0) {
                row.stage = NOTHING_HELD;
                return;
            }
            (bool isPaid, bytes memory why) = _call(paying, abi.encodeWithSelector(0xa9059cbb, at.pool, amount));
            if (!isPaid) return _fail(row, PAY, why);
            (bool isDone, bytes memory said) = _swapV2(at.pool, paying < wanted, row.expected, to);
            if (!isDone) return _fail(row, SWAP, said);
        }
        row.arrived = _rise(before, _balance(wanted, to));
        row.drop = _rise(_balance(wanted, at.pool), beforePool);
    }

    function _sell(Row memory row, address seller, uint256 amount) internal {
        row.sent = amount;
        row.arrived = 0;
        row.drop = 0;
        if (amount == 0) {
            row.stage = NOTHING_HELD;
            return;
        }
        uint256 held = _balance(plan.token, seller);
        if (plan.kind == V3) _sellV3(row, seller, amount);
        else if (plan.kind >= V4) _sellManaged(row, seller, amount);
        else {
            row.expected = _out(Venue(plan.pool, plan.kind, plan.fee), amount, plan.token);
            (bool isPulled, bytes memory reason) =
                _call(plan.token, abi.encodeWithSelector(0x23b872dd, seller, plan.pool, amount));
            if (!isPulled) return _fail(row, PULL, reason);
            _swapArrived(row, seller);
        }
        row.drop = _rise(_balance(plan.token, seller), held);
    }

    /// Of a pool of v2: what lies there above its reserve.
    function _swapArrived(Row memory row, address to) internal {
        (uint256 own,) = _reserves(plan.pool, plan.token < plan.quote);
        row.arrived = _rise(own, _balance(plan.token, plan.pool));
        if (row.arrived == 0) {
            row.stage = NOTHING_ARRIVED;
            return;
        }
        uint256 wanted = _out(Venue(plan.pool, plan.kind, plan.fee), row.arrived, plan.token);
        if (wanted == 0) {
            row.stage = NOTHING_HELD;
            return;
        }
        uint256 before = _balance(plan.quote, to);
        (bool isDone, bytes memory said) = _swapV2(plan.pool, plan.token < plan.quote, wanted, to);
        if (!isDone) return _fail(row, SWAP, said);
        row.got = _rise(before, _balance(plan.quote, to));
    }

    function _sellV3(Row memory row, address seller, uint256 amount) internal {
        uint256 before = _balance(plan.quote, seller);
        uint256 specified = amount;
        for (uint256 attempt = 0; attempt < 2; attempt++) {
            (bool isDone, bytes memory said) =
                _swapV3(plan.pool, plan.token, plan.quote, seller, specified, seller, amount);
            if (isDone) {
                row.stage = DONE;
                row.arrived = payReceived;
                row.got = _rise(before, _balance(plan.quote, seller));
                return;
            }
            _failUnpaid(row, said);
            // A tax: the pool is asked for what would arrive.
            if (row.stage != SHORT || row.arrived == 0) return;
            specified = row.arrived;
        }
    }

    function _sellManaged(Row memory row, address seller, uint256 amount) internal {
        uint256 before = _balance(plan.quote, seller);
        (bool isDone, bytes memory said) = _tradeManaged(plan.token, plan.quote, seller, amount, seller);
        if (!isDone) return _failUnpaid(row, said);
        row.arrived = payReceived;
        row.got = _rise(before, _balance(plan.quote, seller));
    }

    /// In a pool of a manager, for all that arrives of `amount`.
    function _tradeManaged(address paying, address wanted, address to, uint256 amount, address from)
        internal
        returns (bool isDone, bytes memory said)
    {
        (payer, payToken, payAmount, payWanted, payTo) = (from, paying, amount, wanted, to);
        (isDone, said) =
            _call(plan.pool, abi.encodeWithSelector(plan.kind == V4 ? UNLOCK_V4 : LOCK_INFINITY, new bytes(0)));
        payer = address(0);
    }

    /// Pays first and swaps what arrived: so a token may tax its transfer.
    function _tradeUnlocked() internal {
        (bool isDone, bytes memory said) = _call(plan.pool, abi.encodeWithSelector(SYNC, payToken));
        if (!isDone) _unpaid(PAY, 0, said);
        uint256 received = payAmount;
        if (payToken == address(0)) {
            (isDone, said) = _callWith(plan.pool, received, abi.encodeWithSelector(SETTLE));
        } else {
            uint256 before = _balance(payToken, plan.pool);
            bool isOwn = payer == address(this);
            (isDone, said) = _call(
                payToken,
                isOwn
                    ? abi.encodeWithSelector(0xa9059cbb, plan.pool, received)
                    : abi.encodeWithSelector(0x23b872dd, payer, plan.pool, received)
            );
            if (!isDone) _unpaid(isOwn ? PAY : PULL, 0, said);
            received = _rise(before, _balance(payToken, plan.pool));
            if (received == 0) _unpaid(NOTHING_ARRIVED, 0, "");
            (isDone, said) = _call(plan.pool, abi.encodeWithSelector(SETTLE));
        }
        if (!isDone) _unpaid(PAY, received, _unwrapped(said));
        bool isFirst = payToken < payWanted;
        (isDone, said) = _call(plan.manager, _swapOfManager(isFirst, received));
        if (!isDone || said.length != 32) _unpaid(SWAP, received, _unwrapped(said));
        (int128 used, int128 got) = _deltas(said, isFirst);
        if (used < 0 && uint256(uint128(-used)) < received) {
            _takeOut(payToken, payer, received - uint256(uint128(-used)), received);
        }
        payGot = got > 0 ? uint256(uint128(got)) : 0;
        if (got > 0) _takeOut(payWanted, payTo, payGot, received);
        payReceived = received;
    }

    function _takeOut(address token, address to, uint256 amount, uint256 received) internal {
        (bool isDone, bytes memory said) = _call(plan.pool, abi.encodeWithSelector(TAKE, token, to, amount));
        if (!isDone) _unpaid(SWAP, received, _unwrapped(said));
    }

    /// The call of a swap with exact input: key, direction, amount, limit, and bytes for the hook that are empty.
    function _swapOfManager(bool isFirst, uint256 amount) internal view returns (bytes memory data) {
        bool isV4 = plan.kind == V4;
        uint256 words = isV4 ? 5 : 6;
        uint160 limit = isFirst ? 4295128740 : 1461446703485210103287273052203988822378723970341;
        data = abi.encodePacked(isV4 ? SWAP_V4 : SWAP_INFINITY);
        for (uint256 at = 0; at < words; at++) data = abi.encodePacked(data, plan.key[at]);
        data = abi.encodePacked(
            data, uint256(isFirst ? 1 : 0), -int256(amount), uint256(limit), (words + 4) * 32, uint256(0)
        );
    }

    /// Of what is paid, then of what is wanted: less than 0 is owed.
    function _deltas(bytes memory said, bool isFirst) internal pure returns (int128, int128) {
        int256 both;
        assembly {
            both := mload(add(said, 32))
        }
        int128 delta0 = int128(both >> 128);
        int128 delta1 = int128(both);
        return isFirst ? (delta0, delta1) : (delta1, delta0);
    }

    /// What the token or hook said that a manager reports the failure of.
    function _unwrapped(bytes memory said) internal pure returns (bytes memory) {
        if (said.length < 164 || bytes4(said) != WRAPPED) return said;
        uint256 size;
        assembly {
            // Selector, target, its selector, two offsets, length of the reason.
            size := mload(add(said, 164))
        }
        if (size == 0) return said;
        if (size > said.length - 164) size = said.length - 164;
        bytes memory reason = new bytes(size);
        for (uint256 at = 0; at < size; at++) reason[at] = said[164 + at];
        return reason;
    }

    function _swapV2(address pool, bool isFirst, uint256 wanted, address to) internal returns (bool, bytes memory) {
        return _call(
            pool, abi.encodeWithSelector(0x022c0d9f, isFirst ? 0 : wanted, isFirst ? wanted : 0, to, new bytes(0))
        );
    }

    function _swapV3(
        address pool,
        address paying,
        address wanted,
        address to,
        uint256 amount,
        address from,
        uint256 pulled
    ) internal returns (bool isDone, bytes memory said) {
        payer = from;
        payToken = paying;
        payAmount = pulled;
        bool isFirst = paying < wanted;
        uint160 limit = isFirst ? 4295128740 : 1461446703485210103287273052203988822378723970341;
        (isDone, said) =
            _call(pool, abi.encodeWithSelector(0x128acb08, to, isFirst, int256(amount), limit, new bytes(0)));
        payer = address(0);
    }

    function _outOf(bytes memory said, bool isFirst) internal pure returns (uint256) {
        if (said.length < 64) return 0;
        int256 delta;
        assembly {
            delta := mload(add(said, add(32, mul(32, isFirst))))
        }
        return delta < 0 ? uint256(-delta) : 0;
    }

    function _out(Venue memory at, uint256 amount, address paying) internal view returns (uint256) {
        if (at.kind == V3 || at.kind >= V4) return 0;
        if (at.kind == AERODROME) {
            (bool isKnown, uint256 said) = _read(at.pool, abi.encodeWithSelector(0xf140a35a, amount, paying));
            return isKnown ? said : 0;
        }
        address other = at.pool == plan.pool ? (paying == plan.token ? plan.quote : plan.token) : plan.quote;
        (uint256 reserveIn, uint256 reserveOut) = _reserves(at.pool, paying < other);
        uint256 kept = amount * (1_000_000 - at.fee);
        uint256 below = reserveIn * 1_000_000 + kept;
        return below == 0 ? 0 : (kept * reserveOut) / below;
    }

    /// Of the token that is first or second, then of the other one.
    function _reserves(address pool, bool isFirst) internal view returns (uint256, uint256) {
        (bool isDone, bytes memory said) = pool.staticcall{gas: READ_GAS}(hex"0902f1ac");
        if (!isDone || said.length < 64) return (0, 0);
        (uint256 reserve0, uint256 reserve1) = abi.decode(said, (uint256, uint256));
        return isFirst ? (reserve0, reserve1) : (reserve1, reserve0);
    }

    // Who acts.

    /// Approves this contract and then makes a call of its own, where there is one.
    function _arm(Row memory row, uint256 salt, address target, bytes memory data) internal returns (bool) {
        delete tasks;
        tasks.push(Task(plan.token, abi.encodeWithSelector(0x095ea7b3, address(this), type(uint256).max)));
        if (target != address(0)) tasks.push(Task(target, data));
        return _act(row, salt);
    }

    function _act(Row memory row, uint256 salt) internal returns (bool) {
        bytes memory code = type(Actor).creationCode;
        address made;
        bytes memory said;
        assembly {
            made := create2(0, add(code, 32), mload(code), salt)
            if iszero(made) {
                said := mload(0x40)
                let size := returndatasize()
                if gt(size, 160) { size := 160 }
                mstore(said, size)
                returndatacopy(add(said, 32), 0, size)
                mstore(0x40, add(said, 192))
            }
        }
        if (made != address(0)) return true;
        if (said.length < 32) {
            row.stage = BROKEN;
            return false;
        }
        uint256 step;
        assembly {
            step := mload(add(said, 32))
            mstore(add(said, 32), sub(mload(said), 32))
            said := add(said, 32)
        }
        _fail(row, step == 1 ? APPROVE : TRANSFER, said);
        return false;
    }

    function _actor(uint256 salt) internal view returns (address) {
        bytes32 code = keccak256(type(Actor).creationCode);
        return address(uint160(uint256(keccak256(abi.encodePacked(bytes1(0xff), address(this), salt, code)))));
    }

    /// Has an account with the code of `Puppet` make a call.
    function _order(address whom, address target, bytes memory data) internal returns (bool, bytes memory) {
        return _call(whom, abi.encodePacked(target, data));
    }

    // Rows and calls.

    function _run(uint256 id, uint256 amount) internal returns (Row memory row) {
        row = _blank(id);
        if (gasleft() < CASE_GAS + 300_000) {
            row.stage = SKIPPED;
            return row;
        }
        bytes memory data = abi.encodeWithSelector(this.runCase.selector, id, amount);
        uint256 size;
        assembly {
            let out := mload(0x40)
            pop(call(CASE_GAS, address(), 0, add(data, 32), mload(data), out, 384))
            size := returndatasize()
            mstore(0x40, add(out, 384))
            if eq(size, 384) {
                for { let at := 0 } lt(at, 8) { at := add(at, 1) } {
                    mstore(add(row, mul(at, 32)), mload(add(out, mul(at, 32))))
                }
                let list := mload(add(row, 256))
                for { let at := 0 } lt(at, 4) { at := add(at, 1) } {
                    mstore(add(list, mul(at, 32)), mload(add(out, add(256, mul(at, 32)))))
                }
            }
        }
        // Out of gas, or numbers that no honest token has.
        if (size != 384) row.stage = BROKEN;
    }

    function _blank(uint256 id) internal pure returns (Row memory row) {
        row.id = id;
    }

    function _fail(Row memory row, uint256 stage, bytes memory reason) internal pure {
        row.stage = stage;
        row.reasonBytes = reason.length;
        bytes32[4] memory list = row.reason;
        uint256 size = reason.length > 128 ? 128 : reason.length;
        bytes memory padded = new bytes(128);
        for (uint256 at = 0; at < size; at++) padded[at] = reason[at];
        assembly {
            for { let at := 0 } lt(at, 4) { at := add(at, 1) } {
                mstore(add(list, mul(at, 32)), mload(add(padded, add(32, mul(at, 32)))))
            }
        }
    }

    /// What a pool of v3 passed on: our own refusal to pay, or its own reason.
    function _failUnpaid(Row memory row, bytes memory said) internal pure {
        if (said.length < 96 || bytes32(said) != UNPAID) return _fail(row, SWAP, said);
        uint256 stage;
        uint256 received;
        assembly {
            stage := mload(add(said, 64))
            received := mload(add(said, 96))
            mstore(add(said, 96), sub(mload(said), 96))
            said := add(said, 96)
        }
        row.arrived = received;
        _fail(row, stage, said);
    }

    function _ofHeld(uint256 amount) internal view returns (uint256) {
        uint256 held = _balance(plan.quote, address(this));
        return amount > held ? held : amount;
    }

    function _rise(uint256 from, uint256 to) internal pure returns (uint256) {
        return to > from ? to - from : 0;
    }

    function _balance(address token, address whom) internal view returns (uint256) {
        if (token == address(0)) return whom.balance;
        (, uint256 value) = _read(token, abi.encodeWithSelector(0x70a08231, whom));
        return value;
    }

    function _read(address to, bytes memory data) internal view returns (bool isKnown, uint256 value) {
        assembly {
            let done := staticcall(READ_GAS, to, add(data, 32), mload(data), 0, 32)
            isKnown := and(done, gt(returndatasize(), 31))
            if isKnown { value := mload(0) }
        }
    }

    function _call(address to, bytes memory data) internal returns (bool, bytes memory) {
        return _callWith(to, 0, data);
    }

    /// Whether it went through and did not say false; at most 288 bytes of what it said.
    function _callWith(address to, uint256 value, bytes memory data) internal returns (bool isDone, bytes memory said) {
        assembly {
            isDone := call(gas(), to, value, add(data, 32), mload(data), 0, 0)
            let size := returndatasize()
            if gt(size, MOST_RETURNED) { size := MOST_RETURNED }
            said := mload(0x40)
            mstore(said, size)
            returndatacopy(add(said, 32), 0, size)
            mstore(0x40, add(said, 320))
            // A transfer that returns one word returns whether it went through.
            if and(isDone, eq(size, 32)) { isDone := iszero(iszero(mload(add(said, 32)))) }
        }
    }

    function _words(Row[] memory rows, uint256 count) internal pure returns (uint256[] memory out) {
        out = new uint256[](ROW_WORDS * count);
        for (uint256 at = 0; at < count; at++) {
            Row memory row = rows[at];
            uint256 first = at * ROW_WORDS;
            out[first] = row.id;
            out[first + 1] = row.stage;
            out[first + 2] = row.sent;
            out[first + 3] = row.arrived;
            out[first + 4] = row.drop;
            out[first + 5] = row.expected;
            out[first + 6] = row.got;
            out[first + 7] = row.reasonBytes;
            for (uint256 word = 0; word < 4; word++) out[first + 8 + word] = uint256(row.reason[word]);
        }
    }
}
