// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

/* Pools of which no package has the contracts, written after their published interfaces: what the probe asks of them, and
 * who deposits and buys in the pools of managers. */

interface IToken {
    function balanceOf(address) external view returns (uint256);
}

/// Tokens that return nothing are tokens too.
library Moves {
    function give(address token, address to, uint256 amount) internal {
        if (amount == 0) return;
        if (token == address(0)) {
            (bool isPaid,) = to.call{value: amount}("");
            require(isPaid, "native");
            return;
        }
        (bool isDone, bytes memory said) = token.call(abi.encodeWithSelector(0xa9059cbb, to, amount));
        if (!isDone) {
            assembly {
                revert(add(said, 32), mload(said))
            }
        }
        require(said.length == 0 || abi.decode(said, (bool)), "transfer");
    }
}

/// Keeps the fees of a pool of Aerodrome.
contract PoolFees {}

/// A pool of Aerodrome: volatile, or stable by x^3*y + y^3*x. Fees leave the pool within the swap. Its factory is itself.
contract AerodromePool {
    using Moves for address;

    address public immutable token0;
    address public immutable token1;
    bool public immutable stable;
    uint256 internal immutable unit0;
    uint256 internal immutable unit1;
    address public immutable poolFees;
    uint256 internal reserve0;
    uint256 internal reserve1;
    bool internal isEntered;

    constructor(address first, address second, uint256 firstDecimals, uint256 secondDecimals, bool isStable) {
        bool isSorted = first < second;
        (token0, token1) = isSorted ? (first, second) : (second, first);
        (unit0, unit1) = isSorted
            ? (10 ** firstDecimals, 10 ** secondDecimals)
            : (10 ** secondDecimals, 10 ** firstDecimals);
        stable = isStable;
        poolFees = address(new PoolFees());
    }

    function factory() external view returns (address) {
        return address(this);
    }

    /// In ten thousandths.
    function feeBps() public view returns (uint256) {
        return stable ? 5 : 30;
    }

    function getReserves() external view returns (uint256, uint256, uint256) {
        return (reserve0, reserve1, block.timestamp);
    }

    function mint(address) external {
        (reserve0, reserve1) = _balances();
    }

    function getAmountOut(uint256 amount, address paying) external view returns (uint256) {
        amount -= amount * feeBps() / 10_000;
        bool isFirst = paying == token0;
        (uint256 own, uint256 other) = isFirst ? (reserve0, reserve1) : (reserve1, reserve0);
        if (!stable) return amount * other / (own + amount);
        (uint256 ownUnit, uint256 otherUnit) = isFirst ? (unit0, unit1) : (unit1, unit0);
        uint256 left = _otherOf(_curve(reserve0, reserve1), (own + amount) * 1e18 / ownUnit, other * 1e18 / otherUnit);
        uint256 before = other * 1e18 / otherUnit;
        return before > left ? (before - left) * otherUnit / 1e18 : 0;
    }

    function swap(uint256 out0, uint256 out1, address to, bytes calldata) external {
        require(!isEntered, "entered");
        isEntered = true;
        require(out0 > 0 || out1 > 0, "InsufficientOutputAmount");
        require(out0 < reserve0 && out1 < reserve1, "InsufficientLiquidity");
        uint256 before = _curve(reserve0, reserve1);
        token0.give(to, out0);
        token1.give(to, out1);
        (uint256 balance0, uint256 balance1) = _balances();
        uint256 in0 = balance0 > reserve0 - out0 ? balance0 - (reserve0 - out0) : 0;
        uint256 in1 = balance1 > reserve1 - out1 ? balance1 - (reserve1 - out1) : 0;
        require(in0 > 0 || in1 > 0, "InsufficientInputAmount");
        token0.give(poolFees, in0 * feeBps() / 10_000);
        token1.give(poolFees, in1 * feeBps() / 10_000);
        (balance0, balance1) = _balances();
        require(_curve(balance0, balance1) >= before, "K");
        (reserve0, reserve1) = (balance0, balance1);
        isEntered = false;
    }

    function _balances() internal view returns (uint256, uint256) {
        return (IToken(token0).balanceOf(address(this)), IToken(token1).balanceOf(address(this)));
    }

    function _curve(uint256 amount0, uint256 amount1) internal view returns (uint256) {
        if (!stable) return amount0 * amount1;
        return _stableCurve(amount0 * 1e18 / unit0, amount1 * 1e18 / unit1);
    }

    function _stableCurve(uint256 x, uint256 y) internal pure returns (uint256) {
        return (x * y / 1e18) * (x * x / 1e18 + y * y / 1e18) / 1e18;
    }

    /// Newton's method, rounded up: the least `y` with which the curve does not fall.
    function _otherOf(uint256 wanted, uint256 x, uint256 y) internal pure returns (uint256) {
        for (uint256 step = 0; step < 255; step++) {
            uint256 now_ = _stableCurve(x, y);
            uint256 slope = 3 * x * (y * y / 1e18) / 1e18 + (x * x / 1e18) * x / 1e18;
            uint256 change = (now_ < wanted ? wanted - now_ : now_ - wanted) * 1e18 / slope;
            if (change == 0) break;
            y = now_ < wanted ? y + change : y - change;
        }
        while (_stableCurve(x, y) < wanted) y++;
        return y;
    }
}

/// `swapExactTokensForTokensSupportingFeeOnTransferTokens` of Aerodrome's router, of one pool.
contract AerodromeRouter {
    using Moves for address;

    struct Route {
        address from;
        address to;
        bool stable;
        address factory;
    }

    address internal immutable pool;

    constructor(address only) {
        pool = only;
    }

    function swapExactTokensForTokensSupportingFeeOnTransferTokens(
        uint256 amount,
        uint256 least,
        Route[] calldata routes,
        address to,
        uint256 deadline
    ) external {
        require(routes.length == 1 && block.timestamp <= deadline, "route");
        Route calldata route = routes[0];
        AerodromePool at = AerodromePool(pool);
        require(route.stable == at.stable() && route.factory == at.factory(), "no such pool");
        (bool isDone, bytes memory said) =
            route.from.call(abi.encodeWithSelector(0x23b872dd, msg.sender, pool, amount));
        require(isDone && (said.length == 0 || abi.decode(said, (bool))), "pull");
        (uint256 reserve0, uint256 reserve1,) = at.getReserves();
        bool isFirst = route.from == at.token0();
        uint256 arrived = IToken(route.from).balanceOf(pool) - (isFirst ? reserve0 : reserve1);
        uint256 out = at.getAmountOut(arrived, route.from);
        require(out >= least, "least");
        at.swap(isFirst ? 0 : out, isFirst ? out : 0, to, "");
    }
}

struct KeyV4 {
    address currency0;
    address currency1;
    uint24 fee;
    int24 tickSpacing;
    address hooks;
}

struct SwapParams {
    bool zeroForOne;
    int256 amountSpecified;
    uint160 sqrtPriceLimitX96;
}

struct LiquidityParams {
    int24 tickLower;
    int24 tickUpper;
    int256 liquidityDelta;
    bytes32 salt;
}

interface IManagerV4 {
    function initialize(KeyV4 memory key, uint160 root) external returns (int24);
    function unlock(bytes calldata data) external returns (bytes memory);
    function modifyLiquidity(KeyV4 memory key, LiquidityParams memory params, bytes calldata data)
        external
        returns (int256, int256);
    function swap(KeyV4 memory key, SwapParams memory params, bytes calldata data) external returns (int256);
    function sync(address currency) external;
    function settle() external payable returns (uint256);
    function take(address currency, address to, uint256 amount) external;
}

/// Makes a position in a pool of v4 over the whole range, and buys in it.
contract DepositorV4 {
    using Moves for address;

    IManagerV4 internal immutable manager;
    KeyV4 internal key;
    int256 internal liquidity;
    bool internal isFirst;
    uint256 internal amount;
    address internal receiver;

    constructor(IManagerV4 at) {
        manager = at;
    }

    receive() external payable {}

    function deposit(address currency0, address currency1, uint24 fee, int24 spacing, address hooks, uint160 root, int256 added)
        external
    {
        key = KeyV4(currency0, currency1, fee, spacing, hooks);
        manager.initialize(key, root);
        (liquidity, receiver) = (added, address(0));
        manager.unlock("");
    }

    function buy(bool isFirst_, uint256 amount_, address to) external {
        (isFirst, amount, receiver) = (isFirst_, amount_, to);
        manager.unlock("");
    }

    function unlockCallback(bytes calldata) external returns (bytes memory) {
        int256 delta;
        if (receiver == address(0)) {
            int24 most = 887272 / key.tickSpacing * key.tickSpacing;
            (delta,) = manager.modifyLiquidity(key, LiquidityParams(-most, most, liquidity, 0), "");
        } else {
            uint160 limit = isFirst ? 4295128740 : 1461446703485210103287273052203988822378723970341;
            delta = manager.swap(key, SwapParams(isFirst, -int256(amount), limit), "");
        }
        _even(key.currency0, int128(delta >> 128));
        _even(key.currency1, int128(delta));
        return "";
    }

    function _even(address currency, int128 delta) internal {
        if (delta > 0) manager.take(currency, receiver, uint128(delta));
        if (delta >= 0) return;
        uint256 owed = uint128(-delta);
        manager.sync(currency);
        if (currency == address(0)) {
            manager.settle{value: owed}();
            return;
        }
        currency.give(address(manager), owed);
        manager.settle();
    }
}

/// A hook of v4 that is asked before each swap of a pool with a fee of its own making. Modes: 0 a fee of `p` millionths;
/// 1 refuses sales of `token`; 2 a fee of `p` millionths of sales, a hundredth of purchases; 3 refuses sales of all but
/// `router`; 4 refuses every trade of all but `router`, as pools do that are reached through one contract only.
contract SaleHook {
    uint24 internal constant DYNAMIC = 0x400000;
    address internal immutable token;
    uint256 internal immutable mode;
    uint24 internal immutable p;
    address internal immutable router;

    error NotForSale(address sender);

    constructor(address token_, uint256 mode_, uint256 p_, address router_) {
        (token, mode, p, router) = (token_, mode_, uint24(p_), router_);
    }

    function beforeSwap(address sender, KeyV4 calldata key, SwapParams calldata params, bytes calldata)
        external
        view
        returns (bytes4, int256, uint24)
    {
        bool isSale = (params.zeroForOne ? key.currency0 : key.currency1) == token;
        if (mode == 1 && isSale) revert("sales are closed");
        if (mode == 3 && isSale && sender != router) revert NotForSale(sender);
        if (mode == 4 && sender != router) revert("not this router");
        uint24 fee = mode == 2 && !isSale ? 10_000 : mode == 0 || mode == 2 ? p : 3_000;
        return (this.beforeSwap.selector, 0, fee | DYNAMIC);
    }
}

struct KeyInfinity {
    address currency0;
    address currency1;
    address hooks;
    address poolManager;
    uint24 fee;
    bytes32 parameters;
}

interface ILocker {
    function lockAcquired(bytes calldata data) external returns (bytes memory);
}

/// The vault of Infinity: holds the tokens of all pools and demands that what is owed is paid before the lock ends.
contract InfinityVault {
    using Moves for address;

    address internal locker;
    address internal synced;
    uint256 internal syncedBalance;
    mapping(address => int256) internal deltas;
    uint256 internal open;

    error CurrencyNotSettled();
    error NoLocker();

    modifier whileLocked() {
        if (locker == address(0)) revert NoLocker();
        _;
    }

    receive() external payable {}

    function lock(bytes calldata data) external returns (bytes memory result) {
        require(locker == address(0), "locked");
        locker = msg.sender;
        result = ILocker(msg.sender).lockAcquired(data);
        if (open != 0) revert CurrencyNotSettled();
        locker = address(0);
    }

    function sync(address currency) external {
        (synced, syncedBalance) = currency == address(0) ? (currency, 0) : (currency, IToken(currency).balanceOf(address(this)));
    }

    function settle() external payable whileLocked returns (uint256 paid) {
        paid = synced == address(0) ? msg.value : IToken(synced).balanceOf(address(this)) - syncedBalance;
        require(synced == address(0) || msg.value == 0, "native with a token");
        _account(synced, int256(paid));
        synced = address(0);
    }

    function take(address currency, address to, uint256 amount) external whileLocked {
        _account(currency, -int256(amount));
        currency.give(to, amount);
    }

    function account(address currency, int256 change) external whileLocked {
        _account(currency, change);
    }

    function _account(address currency, int256 change) internal {
        int256 before = deltas[currency];
        deltas[currency] = before + change;
        if (before == 0 && change != 0) open++;
        if (before != 0 && before + change == 0) open--;
    }
}

/// One pool by x*y, with the face of Infinity's manager of concentrated pools.
contract InfinityManager {
    InfinityVault public immutable vault;
    bytes32 internal id;
    uint256 internal reserve0;
    uint256 internal reserve1;

    error PoolNotInitialized();

    constructor(InfinityVault at) {
        vault = at;
    }

    function open(KeyInfinity calldata key, uint256 amount0, uint256 amount1) external {
        (id, reserve0, reserve1) = (keccak256(abi.encode(key)), amount0, amount1);
    }

    function swap(KeyInfinity calldata key, SwapParams calldata params, bytes calldata) external returns (int256) {
        if (keccak256(abi.encode(key)) != id || key.poolManager != address(this)) revert PoolNotInitialized();
        require(params.amountSpecified < 0, "exact input only");
        uint256 amount = uint256(-params.amountSpecified);
        (uint256 own, uint256 other) = params.zeroForOne ? (reserve0, reserve1) : (reserve1, reserve0);
        uint256 kept = amount * (1_000_000 - key.fee);
        uint256 out = kept * other / (own * 1_000_000 + kept);
        (reserve0, reserve1) = params.zeroForOne ? (own + amount, other - out) : (other - out, own + amount);
        (address paid, address got) = params.zeroForOne ? (key.currency0, key.currency1) : (key.currency1, key.currency0);
        vault.account(paid, -int256(amount));
        vault.account(got, int256(out));
        (int256 delta0, int256 delta1) = params.zeroForOne ? (-int256(amount), int256(out)) : (int256(out), -int256(amount));
        return (delta0 << 128) | int256(uint256(uint128(int128(delta1))));
    }
}

/// Buys in a pool of Infinity.
contract BuyerInfinity {
    using Moves for address;

    InfinityVault internal immutable vault;
    InfinityManager internal immutable manager;
    KeyInfinity internal key;
    bool internal isFirst;
    uint256 internal amount;
    address internal receiver;

    constructor(InfinityVault vault_, InfinityManager manager_) {
        (vault, manager) = (vault_, manager_);
    }

    receive() external payable {}

    function open(address currency0, address currency1, uint24 fee, bytes32 parameters, uint256 amount0, uint256 amount1)
        external
    {
        key = KeyInfinity(currency0, currency1, address(0), address(manager), fee, parameters);
        InfinityManager(address(manager)).open(key, amount0, amount1);
        currency0.give(address(vault), amount0);
        currency1.give(address(vault), amount1);
    }

    function buy(bool isFirst_, uint256 amount_, address to) external {
        (isFirst, amount, receiver) = (isFirst_, amount_, to);
        vault.lock("");
    }

    function lockAcquired(bytes calldata) external returns (bytes memory) {
        int256 delta = manager.swap(key, SwapParams(isFirst, -int256(amount), 0), "");
        (address paying, address wanted) = isFirst ? (key.currency0, key.currency1) : (key.currency1, key.currency0);
        int128 got = isFirst ? int128(delta) : int128(delta >> 128);
        vault.sync(paying);
        if (paying == address(0)) vault.settle{value: amount}();
        else {
            paying.give(address(vault), amount);
            vault.settle();
        }
        vault.take(wanted, receiver, uint128(got));
        return "";
    }
}
